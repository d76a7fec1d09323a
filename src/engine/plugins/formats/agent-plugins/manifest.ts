import { isPlainObject } from '../../../../shared/json';
import type { Diagnostic } from '../../../../shared/plugins';
import { manifestInvalid } from '../manifest-json';

export const MANIFEST_FILE = 'plugin.json';
export const PLUGIN_SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
export const MCP_SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';

/** Agent Plugins 5.5 */
const NAME = /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const MAX_NAME = 64;
const TEXTS = ['version', 'description', 'homepage', 'repository', 'license'] as const;
const KNOWN: readonly string[] = ['$schema', 'name', ...TEXTS, 'author', 'keywords', 'extensions'];
/** Prefixes of the host's own tools (S11), and keys that reach prototypes. */
const RESERVED: readonly string[] = ['secagent', 'mcp', 'constructor', 'prototype'];
/** Diagnostics of one kind; more say nothing more. */
const MAX_UNKNOWN_FIELDS = 20;

export interface AgentPluginManifest {
  name: string;
  version: string;
  description: string;
  author: string;
  homepage: string;
  repository: string;
  license: string;
}

/**
 * Root `plugin.json` with the right `$schema` (S5, Agent Plugins 5.2–5.5, 8.1). Unknown fields and an `extensions` that is no
 * object are told and ignored; everything else that breaks a rule rejects the package.
 * @throws `manifest_invalid`
 */
export function checkManifest(raw: Record<string, unknown>, diagnostics: Diagnostic[]): AgentPluginManifest {
  const ignore = (field: string, code: string, message: string) =>
    diagnostics.push({
      severity: 'warning',
      code,
      message: `${MANIFEST_FILE}: ${message}`,
      file: MANIFEST_FILE,
      field,
    });
  const unknown = Object.keys(raw).filter((field) => !KNOWN.includes(field));
  for (const field of unknown.slice(0, MAX_UNKNOWN_FIELDS)) {
    const name = field.length > 60 ? `${field.slice(0, 60)}…` : field;
    ignore(
      name,
      'manifest_field_unknown',
      `the field ${JSON.stringify(name)} is unknown and was ignored (Agent Plugins 5.2)`,
    );
  }
  if (has(raw, 'extensions') && !isPlainObject(raw.extensions)) {
    ignore(
      'extensions',
      'manifest_extensions_ignored',
      'extensions is no object and was ignored (Agent Plugins 8.1)',
    );
  }
  checkKeywords(raw);
  return { name: checkName(raw.name), ...texts(raw), author: author(raw) };
}

function checkName(name: unknown): string {
  if (name === undefined) throw manifestInvalid(MANIFEST_FILE, 'name', 'is missing');
  if (typeof name !== 'string') throw manifestInvalid(MANIFEST_FILE, 'name', 'must be a string');
  if (name.length < 1 || name.length > MAX_NAME)
    throw manifestInvalid(MANIFEST_FILE, 'name', `must have 1 to ${MAX_NAME} characters`);
  if (!NAME.test(name)) {
    throw manifestInvalid(
      MANIFEST_FILE,
      'name',
      'must be small letters, digits, "-" and ".", begin and end with a letter or digit, without "--" and ".."',
    );
  }
  if (RESERVED.includes(name))
    throw manifestInvalid(MANIFEST_FILE, 'name', `"${name}" is reserved for SecAgent itself`);
  return name;
}

function texts(raw: Record<string, unknown>): Record<(typeof TEXTS)[number], string> {
  const result = { version: '', description: '', homepage: '', repository: '', license: '' };
  for (const field of TEXTS) {
    if (!has(raw, field)) continue;
    const value = raw[field];
    if (typeof value !== 'string') throw manifestInvalid(MANIFEST_FILE, field, 'must be a string');
    result[field] = value;
  }
  return result;
}

function author(raw: Record<string, unknown>): string {
  if (!has(raw, 'author')) return '';
  const value = raw.author;
  if (!isPlainObject(value)) {
    throw manifestInvalid(MANIFEST_FILE, 'author', 'must be an object with name, email and url');
  }
  for (const [key, part] of Object.entries(value)) {
    if (!['name', 'email', 'url'].includes(key))
      throw manifestInvalid(MANIFEST_FILE, `author/${key}`, 'is not known; there are name, email and url');
    if (typeof part !== 'string') throw manifestInvalid(MANIFEST_FILE, `author/${key}`, 'must be a string');
  }
  return String(value.name ?? value.email ?? value.url ?? '');
}

function checkKeywords(raw: Record<string, unknown>): void {
  if (!has(raw, 'keywords')) return;
  const { keywords } = raw;
  if (!Array.isArray(keywords))
    throw manifestInvalid(MANIFEST_FILE, 'keywords', 'must be an array of strings');
  const wrong = keywords.findIndex((keyword) => typeof keyword !== 'string');
  if (wrong >= 0) throw manifestInvalid(MANIFEST_FILE, `keywords/${wrong}`, 'must be a string');
}

function has(raw: Record<string, unknown>, field: string): boolean {
  return Object.hasOwn(raw, field);
}
