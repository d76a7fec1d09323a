// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of Agent Plugins look like that
import { join, posix } from 'node:path';
import type { ComponentReason, McpTransport } from '../../../../shared/components';
import { isPlainObject } from '../../../../shared/json';
import { hasHidden } from '../../../../shared/visible-text';
import { realKind } from './inside-package';

type Fields = Record<string, unknown>;
interface Judged {
  transport: McpTransport | null;
  isValid: boolean;
}

const STDIO_FIELDS = ['type', 'command', 'args', 'env', 'cwd'];
const REMOTE_FIELDS = ['type', 'url', 'headers'];
const ROOT = '${PLUGIN_ROOT}';
const DATA = '${PLUGIN_DATA}';
const RESERVED = ['PLUGIN_ROOT', 'PLUGIN_DATA'];
const CWD = /^(?:\.\/|\$\{PLUGIN_ROOT\}(?:\/|$)|\$\{PLUGIN_DATA\}(?:\/|$))/;
const ABSOLUTE_URL = /^https?:\/\/[^\s/?#\\][^\s\\]*$/i;
/** RFC 9110 5.1 and 5.5 */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\x20-\x7e\t\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

/** One server of mcp.json (Agent Plugins 7.2.1), with every rule it breaks; warnings are added without making it invalid. */
export function readServer(root: string, name: string, entry: unknown, reasons: ComponentReason[]): Judged {
  const wrong = (code: string, message: string, clause = '7.2.1'): false => {
    reasons.push({ code, message: `${name.slice(0, 80)}: ${message}`, clause: `Agent Plugins ${clause}` });
    return false;
  };
  if (!isPlainObject(entry))
    return { transport: null, isValid: wrong('mcp_server_no_object', 'must be an object') };
  const before = reasons.length;
  if (name === '') wrong('mcp_server_no_name', 'the name is empty');
  if (hasHidden(name)) wrong('mcp_server_name', 'the name holds characters that cannot be seen');
  switch (entry.type) {
    case 'stdio':
      return readStdio(root, entry, wrong, () => reasons.length === before);
    case 'streamable-http':
    case 'sse':
      return readRemote(entry.type, entry, wrong, () => reasons.length === before);
    default:
      wrong('mcp_type', typeSentence(entry));
      return { transport: null, isValid: false };
  }
}

function typeSentence({ type, url }: Fields): string {
  const known = 'stdio, streamable-http or sse';
  if (type === undefined) return `type is missing; it must be ${known}`;
  if (type === 'http' || (typeof type === 'string' && url !== undefined && /http/i.test(type)))
    return `type "${String(type)}" is not known; it is called streamable-http here`;
  return `type must be ${known}, not ${JSON.stringify(type)?.slice(0, 60)}`;
}

type Wrong = (code: string, message: string, clause?: string) => false;

function readStdio(root: string, entry: Fields, wrong: Wrong, isClean: () => boolean): Judged {
  unknownFields(entry, STDIO_FIELDS, wrong);
  const { command, args = [], env = {}, cwd = null } = entry;
  const texts = Array.isArray(args) && args.every((arg) => typeof arg === 'string');
  if (!texts) wrong('mcp_args', 'args must be a list of texts');
  else if (args.some((arg) => arg.includes('\0'))) wrong('mcp_args', 'args hold a NUL character');
  checkEnv(env, wrong);
  checkCwd(root, cwd, wrong);
  const hint = checkCommand(root, command, wrong);
  if (!isClean()) return { transport: null, isValid: false };
  if (hint) wrong(hint.code, hint.message);
  const transport: McpTransport = {
    type: 'stdio',
    command: command as string,
    args: args as string[],
    env: env as Record<string, string>,
    cwd: cwd as string | null,
  };
  return { transport, isValid: true };
}

/** One token: a bare name, or a path of the package beginning with `./`. Returns what is allowed and still looks wrong. */
function checkCommand(
  root: string,
  command: unknown,
  wrong: Wrong,
): { code: string; message: string } | null {
  if (command === undefined) wrong('mcp_command', 'command is missing');
  else if (typeof command !== 'string' || command === '') wrong('mcp_command', 'command must be a text');
  else if (command.includes('\0')) wrong('mcp_command', 'command holds a NUL character');
  else if (command.startsWith('./')) return checkOwnCommand(root, command, wrong);
  else if (/[\\/]/.test(command) || /^[A-Za-z]:/.test(command) || command === '.' || command === '..') {
    wrong('mcp_command', `command must be a bare name or begin with ./, not "${command.slice(0, 80)}"`);
  } else if (/\s/.test(command)) {
    wrong(
      'mcp_command_arguments',
      `command "${command.slice(0, 80)}" is more than one word; arguments belong in args`,
    );
  }
  return null;
}

function checkOwnCommand(
  root: string,
  command: string,
  wrong: Wrong,
): { code: string; message: string } | null {
  if (leavesRoot(command)) {
    wrong('mcp_command_outside', `command "${command.slice(0, 80)}" leads out of the package`, '4.1');
    return null;
  }
  const found = realKind(root, join(root, command));
  if (found === 'outside') {
    wrong('mcp_command_outside', `command "${command.slice(0, 80)}" leads out of the package`, '4.1');
    return null;
  }
  if (found?.stats.isFile()) return null;
  const [first = ''] = command.split(/\s/);
  const withArguments = first !== command && realKind(root, join(root, first)) !== null;
  const message = withArguments
    ? `there is no file "${command.slice(0, 80)}" in the package; arguments belong in args`
    : `there is no file "${command.slice(0, 80)}" in the package`;
  return { code: 'mcp_command_missing', message };
}

function checkEnv(env: unknown, wrong: Wrong): void {
  if (!isPlainObject(env)) return void wrong('mcp_env', 'env must be an object of texts');
  for (const [key, value] of Object.entries(env)) {
    if (RESERVED.includes(key)) wrong('mcp_env_reserved', `env must not set ${key}`, '9.2');
    else if (key === '' || /[=\0]/.test(key))
      wrong('mcp_env', `env has a name that is none: ${JSON.stringify(key).slice(0, 60)}`);
    else if (typeof value !== 'string' || value.includes('\0'))
      wrong('mcp_env', `env: ${key.slice(0, 60)} must be a text without a NUL character`);
  }
}

/** Links are judged again when the server is started: what is not there yet can become one. */
function checkCwd(root: string, cwd: unknown, wrong: Wrong): void {
  if (cwd === null || cwd === undefined) return;
  if (typeof cwd !== 'string' || !CWD.test(cwd) || cwd.includes('\0')) {
    wrong('mcp_cwd', `cwd must begin with ./, ${ROOT} or ${DATA}`);
    return;
  }
  const isData = cwd.startsWith(DATA);
  const relative = `./${cwd.replace(/^\$\{PLUGIN_(?:ROOT|DATA)\}\/?/, '').replace(/^\.\//, '')}`;
  const outside = () =>
    wrong(
      'mcp_cwd_outside',
      `cwd "${cwd.slice(0, 80)}" leads out of ${isData ? 'the data folder' : 'the package'}`,
      '4.1',
    );
  if (leavesRoot(relative)) outside();
  else if (!isData && realKind(root, join(root, relative)) === 'outside') outside();
}

/** By its segments; backslashes count, because on Windows they are separators. */
function leavesRoot(path: string): boolean {
  const normal = posix.normalize(path.replaceAll('\\', '/'));
  return normal === '..' || normal.startsWith('../') || normal.startsWith('/');
}

function readRemote(
  type: 'streamable-http' | 'sse',
  entry: Fields,
  wrong: Wrong,
  isClean: () => boolean,
): Judged {
  unknownFields(entry, REMOTE_FIELDS, wrong);
  const { url, headers = {} } = entry;
  checkUrl(url, wrong);
  checkHeaders(headers, wrong);
  if (!isClean()) return { transport: null, isValid: false };
  return {
    transport: { type, url: url as string, headers: headers as Record<string, string> },
    isValid: true,
  };
}

function checkUrl(value: unknown, wrong: Wrong): void {
  if (typeof value !== 'string')
    return void wrong('mcp_url', value === undefined ? 'url is missing' : 'url must be a text');
  // Parsers forgive what is no address by the letter: `https:host`, line breaks, backslashes, characters nobody sees.
  const isLiteral = ABSOLUTE_URL.test(value) && !hasHidden(value);
  const url = isLiteral && URL.canParse(value) ? new URL(value) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return void wrong(
      'mcp_url',
      `url must be an absolute http or https address, not "${value.slice(0, 100)}"`,
    );
  if (/^[^/]*\/\/[^/?#]*@/.test(value))
    wrong('mcp_url_userinfo', 'url must not hold a user name or password');
  if (value.includes('#')) wrong('mcp_url_fragment', 'url must not have a fragment (#…)');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    wrong('mcp_url_http', 'url must be https, except on this computer');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function checkHeaders(headers: unknown, wrong: Wrong): void {
  if (!isPlainObject(headers)) return void wrong('mcp_headers', 'headers must be an object of texts');
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const shown = name.slice(0, 60);
    if (!HEADER_NAME.test(name)) wrong('mcp_header_name', `headers: "${shown}" is no name of a header`);
    if (typeof value !== 'string' || !HEADER_VALUE.test(value))
      wrong('mcp_header_value', `headers: the value of ${shown} is none`);
    if (seen.has(name.toLowerCase()))
      wrong('mcp_header_twice', `headers: ${shown} is there twice in different spelling`);
    seen.add(name.toLowerCase());
  }
}

function unknownFields(entry: Fields, known: readonly string[], wrong: Wrong): void {
  for (const field of Object.keys(entry)
    .filter((key) => !known.includes(key))
    .slice(0, 5)) {
    wrong(
      'mcp_field_unknown',
      `the field "${field.slice(0, 60)}" is not known for type ${String(entry.type)}`,
    );
  }
}
