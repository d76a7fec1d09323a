import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecAgentError } from '../../../../shared/errors';
import type { Diagnostic } from '../../../../shared/plugins';
import { displayText } from '../display-text';
import type { Format, PackageDescription } from '../format';
import { readManifestJson } from '../manifest-json';
import { realKind } from './inside-package';
import { lookAlike } from './look-alike';
import { checkManifest, MANIFEST_FILE, PLUGIN_SCHEMA } from './manifest';
import { readMcpConfig } from './mcp-config';
import { readSkills } from './skills';

const README_LIMIT = 256 * 1024;

/** Agent Plugins 1.0.0: skills and MCP servers, no JavaScript (S5–S8). */
export const agentPluginsFormat: Format = { format: 'agent-plugins', manifestFile: MANIFEST_FILE, read };

async function read(directory: string): Promise<PackageDescription> {
  const manifestKind = realKind(directory, join(directory, MANIFEST_FILE));
  if (manifestKind === 'outside') {
    throw new SecAgentError('manifest_invalid', `${MANIFEST_FILE} leads out of the package`, {
      file: MANIFEST_FILE,
    });
  }
  const raw = readManifestJson(join(directory, MANIFEST_FILE), MANIFEST_FILE);
  if (raw.$schema !== PLUGIN_SCHEMA) throw lookAlike(directory, raw);
  const diagnostics: Diagnostic[] = [];
  const manifest = checkManifest(raw, diagnostics);
  const shown = (field: string, text: string) => displayText(text, field, MANIFEST_FILE, diagnostics);
  return {
    format: 'agent-plugins',
    id: manifest.name,
    name: manifest.name,
    version: shown('version', manifest.version),
    description: shown('description', manifest.description),
    author: shown('author', manifest.author),
    permissions: [],
    main: null,
    icon: null,
    readme: readReadme(directory),
    settingsPages: [],
    network: { hosts: null, env: [] },
    components: [...readSkills(directory), ...readMcpConfig(directory)],
    diagnostics,
  };
}

function readReadme(directory: string): string | null {
  const path = join(directory, 'README.md');
  if (!existsSync(path)) return null;
  const found = realKind(directory, path);
  if (found === null || found === 'outside' || !found.stats.isFile()) return null;
  return readFileSync(found.path, 'utf8').slice(0, README_LIMIT);
}
