import { SecAgentError } from './errors';

/** One sentence for an import the sandbox does not have: what, where, and what works instead (S20). */
export function unsupportedImport(specifier: string, file: string, line: number | null): SecAgentError {
  const where = line === null ? file : `${file}, line ${line}`;
  return new SecAgentError(
    'plugin_import_unsupported',
    `${where} imports "${specifier}", which plugins cannot use: ${instead(specifier)}`,
    { import: specifier, file, ...(line !== null && { line }) },
  );
}

const INSTEAD: Record<string, string> = {
  child_process: 'the sandbox starts no programs; offer an MCP server for that',
  worker_threads: 'each plugin has one thread',
  http: 'use the global fetch with the permission "network.http"',
  https: 'use the global fetch with the permission "network.http"',
  net: 'use the global fetch with the permission "network.http", or an MCP server for other protocols',
  crypto: 'use the global crypto (randomUUID, getRandomValues)',
  timers: 'setTimeout and setInterval are globals',
  url: 'URL and URLSearchParams are globals',
  process: 'the sandbox has no process; settings belong in api.getConfig()',
  fs: 'the sandbox has no files; import JSON files of the package, and keep data with api.setConfig()',
};

function instead(specifier: string): string {
  const name = specifier.replace(/^node:/, '').split('/')[0] ?? '';
  const known = INSTEAD[name];
  if (known) return known;
  if (/^https?:/i.test(specifier)) return 'code comes from the package only; bundle it';
  if (/^(?:\.|\/|file:)/.test(specifier)) return 'it leads out of the package';
  if (/^node:/.test(specifier)) return "Node's modules are not there; web globals are";
  return 'packages from npm must be bundled into the plugin';
}
