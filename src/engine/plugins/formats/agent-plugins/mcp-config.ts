import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonDepthExceeds } from '../../../../rpc';
import type { ComponentReason, McpServerComponent } from '../../../../shared/components';
import { findForbiddenKey } from '../../../../shared/forbidden-keys';
import { isPlainObject, parseJson } from '../../../../shared/json';
import { realKind } from './inside-package';
import { MCP_SCHEMA } from './manifest';
import { readServer } from './mcp-server';

const FILE = 'mcp.json';
const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;
const MAX_SERVERS = 200;

/**
 * Root `mcp.json` (S8, Agent Plugins 7.2): a document that breaks a rule turns MCP off for the package, a server that breaks one
 * is skipped, and neither blocks anything else.
 */
export function readMcpConfig(root: string): McpServerComponent[] {
  const found = realKind(root, join(root, FILE));
  if (found === null) return [];
  if (found === 'outside')
    return unusable('mcp_outside', `${FILE} leads out of the package`, 'Agent Plugins 4.1');
  if (!found.stats.isFile()) return unusable('mcp_no_file', `${FILE} is no file`, 'Agent Plugins 6.2');
  if (found.stats.size > MAX_BYTES)
    return unusable('mcp_too_large', `${FILE} is larger than 1 MiB`, 'SecAgent');
  const bytes = readFileSync(found.path);
  if (jsonDepthExceeds(bytes, MAX_DEPTH))
    return unusable('mcp_too_deep', `${FILE} nests deeper than ${MAX_DEPTH} levels`, 'SecAgent');
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    return unusable('mcp_no_json', `${FILE} is no JSON: ${(error as Error).message}`, 'Agent Plugins 7.2.2');
  }
  return readDocument(root, value);
}

function readDocument(root: string, value: unknown): McpServerComponent[] {
  if (!isPlainObject(value))
    return unusable('mcp_no_object', `${FILE} must be a JSON object`, 'Agent Plugins 7.2.1');
  const forbidden = findForbiddenKey(value);
  if (forbidden)
    return unusable('mcp_key_forbidden', `${FILE}: the key "${forbidden}" is not allowed`, 'SecAgent');
  const unknown = Object.keys(value).find((key) => key !== '$schema' && key !== 'mcpServers');
  if (unknown !== undefined)
    return unusable(
      'mcp_field_unknown',
      `${FILE} may have $schema and mcpServers only, not "${unknown.slice(0, 60)}"`,
      'Agent Plugins 7.2.1',
    );
  if (value.$schema !== MCP_SCHEMA) {
    const given = value.$schema === undefined ? 'none' : JSON.stringify(value.$schema).slice(0, 200);
    return unusable(
      'mcp_schema',
      `${FILE}: $schema must be ${MCP_SCHEMA}, not ${given}`,
      'Agent Plugins 7.2.1',
    );
  }
  if (!isPlainObject(value.mcpServers))
    return unusable('mcp_servers', `${FILE}: mcpServers must be an object of servers`, 'Agent Plugins 7.2.1');
  const servers = Object.entries(value.mcpServers);
  if (servers.length > MAX_SERVERS)
    return unusable('mcp_too_many', `${FILE} has more than ${MAX_SERVERS} servers`, 'SecAgent');
  return servers.map(([name, entry]) => judge(root, name, entry));
}

function judge(root: string, name: string, entry: unknown): McpServerComponent {
  const reasons: ComponentReason[] = [];
  const { transport, isValid } = readServer(root, name, entry, reasons);
  const status = !isValid ? 'skipped' : reasons.length > 0 ? 'warning' : 'ok';
  return { kind: 'mcp-server', name, status, reasons, transport };
}

function unusable(code: string, message: string, clause: string): McpServerComponent[] {
  return [
    {
      kind: 'mcp-server',
      name: FILE,
      status: 'skipped',
      reasons: [{ code, message, clause }],
      transport: null,
    },
  ];
}
