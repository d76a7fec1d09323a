import { SecAgentError } from './errors';

/** Modules of Node that plugins have, with and without `node:` (S20). */
export const availableNodeModules = ['path', 'path/posix', 'url', 'fs', 'fs/promises', 'buffer'] as const;

export type AvailableNodeModule = (typeof availableNodeModules)[number];

export function isAvailableNodeModule(specifier: string): boolean {
  return (availableNodeModules as readonly string[]).includes(specifier.replace(/^node:/, ''));
}

/** One sentence for an import the sandbox does not have: what, where, and what works instead (S20). */
export function unsupportedImport(specifier: string, file: string, line: number | null): SecAgentError {
  const where = line === null ? file : `${file}, line ${line}`;
  return new SecAgentError(
    'plugin_import_unsupported',
    `${where} imports "${specifier}", which plugins cannot use: ${instead(specifier)}`,
    { import: specifier, file, ...(line !== null && { line }) },
  );
}

const PROGRAMS = 'the sandbox starts no programs; what needs one belongs into an MCP server';
const NATIVE = 'the sandbox loads no native modules; what needs one belongs into an MCP server';
const FETCH = 'use the global fetch with the permission "network.http"';
const SOCKETS = `${FETCH}, or an MCP server for other protocols`;

const INSTEAD: Readonly<Record<string, string>> = {
  child_process: PROGRAMS,
  cluster: PROGRAMS,
  worker_threads: 'each plugin has one thread',
  http: FETCH,
  https: FETCH,
  http2: FETCH,
  net: SOCKETS,
  tls: SOCKETS,
  dgram: SOCKETS,
  dns: SOCKETS,
  crypto: 'use the global crypto (randomUUID, getRandomValues, subtle.digest)',
  timers: 'setTimeout, setInterval and setImmediate are globals',
  'timers/promises': 'setTimeout is a global; await new Promise((done) => setTimeout(done, ms))',
  process: 'process.env and process.nextTick are there on the global process',
  os: 'a plugin is told nothing about the computer',
  util: 'TextEncoder and TextDecoder are globals; bundle a package from npm for the rest',
  events: 'EventTarget is a global; bundle the package "events" from npm for EventEmitter',
  stream: 'bundle the package "readable-stream" from npm',
  assert: 'bundle the package "assert" from npm',
  module: 'createRequire is not there; bundle the plugin into ES modules',
  perf_hooks: 'performance is a global',
  sqlite: 'keep data with api.setConfig(), or in an MCP server',
  vm: 'each plugin is in a sandbox of its own already',
};

/** Packages that only find or wrap a native module. */
const NATIVE_PACKAGES =
  /^(?:node-gyp-build|node-gyp|bindings|prebuild-install|@mapbox\/node-pre-gyp|ffi-napi|koffi|sharp|canvas|@napi-rs\/.*|better-sqlite3|sqlite3|node-pty|keytar|robotjs|serialport)$/;

function instead(specifier: string): string {
  const name = specifier.replace(/^node:/, '');
  const known = own(name) ?? own(name.split('/')[0] ?? '');
  if (known) return known;
  if (/\.node$/.test(specifier) || NATIVE_PACKAGES.test(specifier)) return NATIVE;
  if (/^https?:/i.test(specifier)) return 'code comes from the package only; bundle it';
  if (/^(?:\.|\/|file:)/.test(specifier)) return 'it leads out of the package';
  if (/^node:/.test(specifier)) return `of Node there are ${availableNodeModules.join(', ')}`;
  return 'packages from npm must be bundled into the plugin';
}

function own(name: string): string | undefined {
  return Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
}
