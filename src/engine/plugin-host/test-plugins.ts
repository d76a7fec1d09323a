import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { SecAgentError } from '../../shared/errors';
import { permissions as allPermissions, type Permission } from '../../shared/permissions';
import { PluginHosts, type PluginHostsTuning } from './hosts';
import type { PluginPackage } from './types';

/** A plugin written by a test: the body of its main.mjs, or all its files. */
export interface TestPlugin {
  id?: string;
  main?: string;
  files?: Record<string, string>;
  directory?: string;
  permissions?: Permission[];
}

export interface TestHosts {
  hosts: PluginHosts;
  configs: Map<string, Record<string, unknown>>;
  /** how often each configuration was written; counts up as another process would */
  revisions: Map<string, number>;
  audits: { pluginId: string; what: string; details: Record<string, unknown> }[];
  /** the plugin's log as one text */
  logText(pluginId?: string): string;
  package(plugin: TestPlugin): PluginPackage;
}

/** the built host: `node scripts/build.mjs prelude host` */
export const hostEntry = fileURLToPath(new URL('../../../out/plugin-host/host.js', import.meta.url));

/** Starts plugins in real processes and ends them with the test. */
export async function startPlugins(
  plugins: TestPlugin[],
  tuning: PluginHostsTuning = {},
  configs = new Map(),
): Promise<TestHosts> {
  const started = openHosts(tuning, configs);
  onTestFinished(started.dispose);
  for (const plugin of plugins) started.hosts.enable(started.package(plugin));
  await started.hosts.whenSettled(15_000);
  return started;
}

/** Like {@link startPlugin}, for several tests: its caller disposes of it. */
export async function withPlugin(activate: string): Promise<TestHosts & { dispose(): Promise<void> }> {
  const started = openHosts({}, new Map());
  started.hosts.enable(started.package({ main: mainOf(activate) }));
  await started.hosts.whenSettled(15_000);
  return started;
}

const mainOf = (activate: string) => `export async function activate(api) {${activate}\n}`;

/** The directory has a space and Chinese in its name. */
function openHosts(
  tuning: PluginHostsTuning,
  configs: TestHosts['configs'],
): TestHosts & { dispose(): Promise<void> } {
  const root = mkdtempSync(join(tmpdir(), '测试 目录-'));
  const audits: TestHosts['audits'] = [];
  const revisions = new Map<string, number>();
  const hosts = new PluginHosts({
    nodePath: process.execPath,
    hostEntry,
    logDir: join(root, 'logs'),
    ports: {
      readConfig: (id) => ({ value: configs.get(id) ?? {}, revision: revisions.get(id) ?? 0 }),
      configRevision: (id) => revisions.get(id) ?? 0,
      writeConfig: (id, value, basedOn) => {
        const revision = revisions.get(id) ?? 0;
        if (basedOn !== revision) throw new SecAgentError('config_conflict', 'written by another process');
        configs.set(id, value);
        revisions.set(id, revision + 1);
        return revision + 1;
      },
      changed: () => undefined,
      audit: (pluginId, what, details) => void audits.push({ pluginId, what, details }),
    },
    ...tuning,
  });
  const dispose = async () => {
    await hosts.dispose();
    rmSync(root, { recursive: true, force: true });
  };
  const logText = (pluginId = 'p') =>
    hosts
      .log(pluginId)
      .map(({ level, text }) => `${level} ${text}`)
      .join('\n');
  return {
    hosts,
    configs,
    revisions,
    audits,
    logText,
    package: (plugin) => writePackage(root, plugin),
    dispose,
  };
}

/** The code of `activate`, with `api` in reach, as one plugin `p` with every permission. */
export function startPlugin(
  activate: string,
  tuning: PluginHostsTuning & Omit<TestPlugin, 'main'> = {},
): Promise<TestHosts> {
  const { id, files, permissions, ...rest } = tuning;
  const plugin: TestPlugin = { main: mainOf(activate) };
  return startPlugins(
    [{ ...plugin, ...(id && { id }), ...(files && { files }), ...(permissions && { permissions }) }],
    rest,
  );
}

function writePackage(root: string, plugin: TestPlugin): PluginPackage {
  const { id = 'p', main, files = {}, permissions = [...allPermissions] } = plugin;
  const directory = plugin.directory ?? join(root, `包 ${id}`);
  for (const [name, text] of Object.entries({ ...files, ...(main !== undefined && { 'main.mjs': main }) })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return { id, name: `Plugin ${id}`, version: '1.0.0', directory, main: 'main.mjs', permissions };
}

/** A SKILL.md with the given frontmatter. */
export function skillText(name: string, description = 'A skill'): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\nBody\n`;
}

/** Runs an expression in the plugin's isolate, by way of a tool, and returns its JSON value. */
export const evalTool = `
  api.registerTool({ name: 'run', description: 'Runs code', inputSchema: { type: 'object' } }, ({ code }) =>
    new (Object.getPrototypeOf(async () => {}).constructor)('api', code)(api));
`;
