// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of Agent Plugins look like that
import { describe, expect, it, test } from 'vitest';
import {
  agentPlugin,
  agentSkill,
  type FolderEntry,
  MCP_SCHEMA,
  packageFolder,
} from '../../../../../fixtures/package-folder';
import { readPackage } from '..';

async function servers(files: Record<string, FolderEntry>) {
  const { components } = await readPackage(
    packageFolder(agentPlugin({}, { 'skills/s/SKILL.md': agentSkill('s'), ...files })),
  );
  // Whatever is wrong with MCP, the skill loads.
  expect(components[0]).toMatchObject({ kind: 'skill', name: 's', status: 'ok' });
  return components.slice(1);
}
const server = async (entry: unknown, files: Record<string, FolderEntry> = {}) => {
  const config = JSON.stringify({
    $schema: MCP_SCHEMA,
    mcpServers: { x: entry, good: { type: 'stdio', command: 'node' } },
  });
  const [judged, good] = await servers({ 'mcp.json': config, ...files });
  expect(good).toMatchObject({ name: 'good', status: 'ok' });
  return judged;
};
const codes = async (entry: unknown, files: Record<string, FolderEntry> = {}) => {
  const judged = await server(entry, files);
  return [judged?.status, ...(judged?.reasons.map(({ code }) => code) ?? [])];
};

describe('mcp.json as a document (S8, Agent Plugins 7.2.1, 7.2.2)', () => {
  const valid = { $schema: MCP_SCHEMA, mcpServers: {} };
  test.each<[string, FolderEntry, string]>([
    ['a folder (6.2)', { folder: true }, 'mcp_no_file'],
    ['a link out of the package (4.1)', { link: '/etc/passwd' }, 'mcp_outside'],
    ['no JSON', '{', 'mcp_no_json'],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 'mcp_no_json'],
    ['a list', '[]', 'mcp_no_object'],
    ['no $schema', '{"mcpServers":{}}', 'mcp_schema'],
    [
      'the manifest’s $schema',
      JSON.stringify({ ...valid, $schema: MCP_SCHEMA.replace('mcp', 'plugin') }),
      'mcp_schema',
    ],
    [
      '$schema of 1.1.0',
      JSON.stringify({ ...valid, $schema: MCP_SCHEMA.replace('1.0.0', '1.1.0') }),
      'mcp_schema',
    ],
    ['another field', JSON.stringify({ ...valid, inputs: [] }), 'mcp_field_unknown'],
    ['no mcpServers', JSON.stringify({ $schema: MCP_SCHEMA }), 'mcp_servers'],
    ['a list of servers', JSON.stringify({ ...valid, mcpServers: [] }), 'mcp_servers'],
    ['a refused key', `{"$schema":"${MCP_SCHEMA}","mcpServers":{"__proto__":{}}}`, 'mcp_key_forbidden'],
    ['10,000 levels', '['.repeat(10_000), 'mcp_too_deep'],
  ])('%s turns MCP off, and nothing else', async (_, content, code) => {
    expect(await servers({ 'mcp.json': content })).toMatchObject([
      { name: 'mcp.json', status: 'skipped', reasons: [{ code }], transport: null },
    ]);
  });

  it('may have no servers, a BOM and CRLF, and be absent', async () => {
    expect(await servers({})).toEqual([]);
    expect(
      await servers({ 'mcp.json': `\uFEFF${JSON.stringify(valid, null, 2).replaceAll('\n', '\r\n')}` }),
    ).toEqual([]);
    expect(
      await servers({ 'mcp.json': { link: 'config/real.json' }, 'config/real.json': JSON.stringify(valid) }),
    ).toEqual([]);
  });
});

const stdio = { type: 'stdio', command: 'node' };
describe('servers that are started', () => {
  it('are kept as they are written; placeholders are replaced later', async () => {
    const entry = {
      ...stdio,
      args: ['${PLUGIN_ROOT}/x', '${HOME}', ''],
      env: { A: '${PLUGIN_DATA}' },
      cwd: '${PLUGIN_DATA}/y',
    };
    expect(await server(entry)).toMatchObject({ status: 'ok', reasons: [], transport: entry });
    expect(await server(stdio)).toMatchObject({ transport: { ...stdio, args: [], env: {}, cwd: null } });
  });

  it('security/16: a name that hides something is none', async () => {
    const { components } = await readPackage(
      packageFolder(agentPlugin({}, {}, { 's\u200b\u202e': stdio, 'a\nb': stdio, 成绩: stdio })),
    );
    expect(components.map(({ status, reasons }) => [status, ...reasons.map(({ code }) => code)])).toEqual([
      ['skipped', 'mcp_server_name'],
      ['skipped', 'mcp_server_name'],
      ['ok'],
    ]);
  });

  const tool = { 'bin/tool': 'x', 'bin/my tool': 'x' };
  test.each<[string, unknown, unknown]>([
    ['no type', { command: 'node' }, ['skipped', 'mcp_type']],
    ['type http', { type: 'http', url: 'https://a.b' }, ['skipped', 'mcp_type']],
    ['type local', { type: 'local', command: 'node' }, ['skipped', 'mcp_type']],
    ['null', null, ['skipped', 'mcp_server_no_object']],
    ['a text', 'node', ['skipped', 'mcp_server_no_object']],
    ['no command', { type: 'stdio' }, ['skipped', 'mcp_command']],
    ['an empty command', { type: 'stdio', command: '' }, ['skipped', 'mcp_command']],
    ['a list as command', { type: 'stdio', command: ['node'] }, ['skipped', 'mcp_command']],
    [
      'arguments in the command',
      { type: 'stdio', command: 'node server.js' },
      ['skipped', 'mcp_command_arguments'],
    ],
    ['an absolute command', { type: 'stdio', command: '/bin/sh' }, ['skipped', 'mcp_command']],
    ['a command with a drive', { type: 'stdio', command: 'C:\\x.exe' }, ['skipped', 'mcp_command']],
    ['a path without ./', { type: 'stdio', command: 'bin/tool' }, ['skipped', 'mcp_command']],
    ['a command outside', { type: 'stdio', command: '../bin/tool' }, ['skipped', 'mcp_command']],
    [
      'a command that leads out',
      { type: 'stdio', command: './bin/../../tool' },
      ['skipped', 'mcp_command_outside'],
    ],
    [
      'a command that leads out with backslashes',
      { type: 'stdio', command: './bin\\..\\..\\tool' },
      ['skipped', 'mcp_command_outside'],
    ],
    ['a command of the package', { type: 'stdio', command: './bin/tool' }, ['ok']],
    ['one with a space in its name', { type: 'stdio', command: './bin/my tool' }, ['ok']],
    [
      'one with arguments',
      { type: 'stdio', command: './bin/tool --port 1' },
      ['warning', 'mcp_command_missing'],
    ],
    ['one that is not there', { type: 'stdio', command: './bin/none' }, ['warning', 'mcp_command_missing']],
    ['a text as args', { ...stdio, args: 'x' }, ['skipped', 'mcp_args']],
    ['a number among args', { ...stdio, args: ['x', 1] }, ['skipped', 'mcp_args']],
    ['a number in env', { ...stdio, env: { A: 1 } }, ['skipped', 'mcp_env']],
    ['null as env', { ...stdio, env: null }, ['skipped', 'mcp_env']],
    ['PLUGIN_ROOT in env (9.2)', { ...stdio, env: { PLUGIN_ROOT: 'x' } }, ['skipped', 'mcp_env_reserved']],
    ['PLUGIN_DATA in env (9.2)', { ...stdio, env: { PLUGIN_DATA: 'x' } }, ['skipped', 'mcp_env_reserved']],
    ['an unknown field', { ...stdio, timeout: 5 }, ['skipped', 'mcp_field_unknown']],
    ['NUL in args', { ...stdio, args: ['a\0b'] }, ['skipped', 'mcp_args']],
    ['NUL in env', { ...stdio, env: { A: 'a\0b' } }, ['skipped', 'mcp_env']],
    ['NUL in cwd', { ...stdio, cwd: './a\0b' }, ['skipped', 'mcp_cwd']],
    ['a field of the other kind', { ...stdio, url: 'https://a.b' }, ['skipped', 'mcp_field_unknown']],
    ['cwd in the package', { ...stdio, cwd: './bin' }, ['ok']],
    ['cwd as the root', { ...stdio, cwd: '${PLUGIN_ROOT}' }, ['ok']],
    ['cwd below the root', { ...stdio, cwd: '${PLUGIN_ROOT}/bin' }, ['ok']],
    ['cwd as the data folder', { ...stdio, cwd: '${PLUGIN_DATA}' }, ['ok']],
    ['cwd without ./', { ...stdio, cwd: 'bin' }, ['skipped', 'mcp_cwd']],
    ['cwd with text after the placeholder', { ...stdio, cwd: '${PLUGIN_ROOT}x' }, ['skipped', 'mcp_cwd']],
    ['cwd with another placeholder', { ...stdio, cwd: '${HOME}/x' }, ['skipped', 'mcp_cwd']],
    ['cwd that leads out', { ...stdio, cwd: './..' }, ['skipped', 'mcp_cwd_outside']],
    [
      'cwd that leads out of the root',
      { ...stdio, cwd: '${PLUGIN_ROOT}/a/../..' },
      ['skipped', 'mcp_cwd_outside'],
    ],
    [
      'cwd that leads out of the data folder',
      { ...stdio, cwd: '${PLUGIN_DATA}/..' },
      ['skipped', 'mcp_cwd_outside'],
    ],
  ])('%s', async (_, entry, expected) => {
    expect(await codes(entry, tool)).toEqual(expected);
  });

  it('links are judged where they lead (4.1)', async () => {
    const links = {
      out: { link: '/tmp' },
      in: { link: 'bin' },
      'bin/tool': 'x',
      'bin/outside': { link: '/bin/sh' },
    };
    expect(await codes({ ...stdio, cwd: './out' }, links)).toEqual(['skipped', 'mcp_cwd_outside']);
    expect(await codes({ ...stdio, cwd: './in' }, links)).toEqual(['ok']);
    expect(await codes({ type: 'stdio', command: './bin/outside' }, links)).toEqual([
      'skipped',
      'mcp_command_outside',
    ]);
    expect(await codes({ type: 'stdio', command: './in/tool' }, links)).toEqual(['ok']);
  });
});

describe('servers that are reached', () => {
  const at = (url: unknown, more: object = {}) => ({ type: 'streamable-http', url, ...more });
  test.each<[string, unknown, unknown]>([
    ['https', at('https://example.org/mcp?a=${PLUGIN_ROOT}'), ['ok']],
    ['sse', { type: 'sse', url: 'https://example.org/sse' }, ['ok']],
    ['http on localhost', at('http://localhost:8080/mcp'), ['ok']],
    ['http on 127.0.0.2', at('http://127.0.0.2/mcp'), ['ok']],
    ['http on ::1', at('http://[::1]:1/'), ['ok']],
    ['http elsewhere', at('http://example.org/'), ['skipped', 'mcp_url_http']],
    ['http on localhost.example', at('http://localhost.example/'), ['skipped', 'mcp_url_http']],
    ['no url', { type: 'sse' }, ['skipped', 'mcp_url']],
    ['a relative url', at('/mcp'), ['skipped', 'mcp_url']],
    ['no slashes', at('https:example.org'), ['skipped', 'mcp_url']],
    ['a line break', at('https://exam\nple.org/'), ['skipped', 'mcp_url']],
    ['a control character in the path', at('https://example.org/\u0001'), ['skipped', 'mcp_url']],
    ['a control character at the end', at('https://example.org/\0'), ['skipped', 'mcp_url']],
    ['a host with what cannot be seen', at('https://exam\u200bple.org/'), ['skipped', 'mcp_url']],
    ['a backslash', at('https://a\\@example.org/'), ['skipped', 'mcp_url']],
    ['an empty user name', at('https://@example.org/'), ['skipped', 'mcp_url_userinfo']],
    ['an @ in the path', at('https://example.org/@school'), ['ok']],
    ['ftp', at('ftp://a.b'), ['skipped', 'mcp_url']],
    ['a user name', at('https://u@example.org/'), ['skipped', 'mcp_url_userinfo']],
    ['a fragment', at('https://example.org/#x'), ['skipped', 'mcp_url_fragment']],
    ['an empty fragment', at('https://example.org/#'), ['skipped', 'mcp_url_fragment']],
    ['headers', at('https://a.b', { headers: { 'X-A': '${HOME} ok', 'x-b': '' } }), ['ok']],
    [
      'a header twice in other letters',
      at('https://a.b', { headers: { 'X-A': '1', 'x-a': '2' } }),
      ['skipped', 'mcp_header_twice'],
    ],
    ['a name that is none', at('https://a.b', { headers: { 'X A': '1' } }), ['skipped', 'mcp_header_name']],
    [
      'a value with a line break',
      at('https://a.b', { headers: { 'X-A': 'a\r\nX-B: c' } }),
      ['skipped', 'mcp_header_value'],
    ],
    ['a number as value', at('https://a.b', { headers: { 'X-A': 1 } }), ['skipped', 'mcp_header_value']],
    ['a list of headers', at('https://a.b', { headers: [] }), ['skipped', 'mcp_headers']],
    ['a command as well', at('https://a.b', { command: 'node' }), ['skipped', 'mcp_field_unknown']],
  ])('%s', async (_, entry, expected) => {
    expect(await codes(entry)).toEqual(expected);
  });
});
