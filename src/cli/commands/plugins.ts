import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Engine, engineMethods, type PackageReport } from '../../engine';
import { fromErrorInfo, SecAgentError } from '../../shared/errors';
import type { PluginDetail, PluginSummary } from '../../shared/plugins';
import { asksOf } from '../../shared/texts/asks';
import { oneLine } from '../../shared/visible-text';
import { action } from '../action';
import { confirmRemoval, consentToEnable, consentToInstall } from '../consent';
import { withEngine } from '../open-engine';
import { showComponents } from '../show-components';
import { exitCodes, type Terminal } from '../terminal';

/** ms a command waits for the plugin it starts. */
const START_WAIT_MS = 15_000;

export function addPluginCommands(program: Command): void {
  const plugins = program.command('plugins').description('installed plugins');
  plugins
    .command('list')
    .description('all installed plugins')
    .action(
      action((terminal) =>
        withEngine(terminal.options, {}, (engine) => printList(terminal, engine.plugins.list())),
      ),
    );
  plugins
    .command('show <id>')
    .description('one plugin: permissions, tools, skills, state')
    .action(
      action((terminal, id: string) =>
        withRunning(terminal, id, async (engine) => printDetail(terminal, engine.plugins.show(id))),
      ),
    );
  plugins
    .command('install <source>')
    .description('install a plugin from a zip file')
    .option('--enable', 'switch it on as well')
    .option('--no-enable', 'leave it off')
    .action(action(install));
  plugins.command('enable <id>').description('switch a plugin on').action(action(enable));
  plugins
    .command('disable <id>')
    .description('switch a plugin off')
    .action(
      action((terminal, id: string) =>
        withEngine(terminal.options, {}, async (engine) => {
          const plugin = await engine.plugins.disable(id);
          printPlugin(terminal, plugin, terminal.t.switchedOff(plugin.name));
        }),
      ),
    );
  plugins
    .command('remove <id>')
    .description('uninstall a plugin with its settings and data')
    .action(
      action((terminal, id: string) =>
        withEngine(terminal.options, {}, async (engine) => {
          const plugin = engine.plugins.show(id);
          await confirmRemoval(terminal, plugin);
          await engine.plugins.remove(id);
          printPlugin(terminal, plugin, terminal.t.removed(id));
        }),
      ),
    );
  plugins
    .command('validate <path>')
    .description('check a package, zip or folder, without installing it')
    .action(
      action((terminal, path: string) =>
        withEngine(terminal.options, {}, async (engine) => {
          const report = await engine.plugins.validate(resolve(path));
          printReport(terminal, report);
        }),
      ),
    );
  plugins
    .command('call <id> <tool> [json]')
    .description('call a tool of a plugin, hidden or not')
    .action(
      action((terminal, id: string, tool: string, json: string | undefined) =>
        withRunning(terminal, id, async (engine) => {
          const signal = new AbortController();
          process.once('SIGINT', () => signal.abort());
          const call = { id, tool: withoutPrefix(id, tool), arguments: parseArguments(json) };
          const result = (await engineMethods(engine)['plugins.call'](call, signal.signal)) ?? null;
          if (terminal.options.json) terminal.json({ result });
          else terminal.print(typeof result === 'string' ? result : JSON.stringify(result, null, 2));
        }),
      ),
    );
}

async function install(terminal: Terminal, source: string, options: { enable?: boolean }): Promise<void> {
  let installing = '';
  const needs = { runs: (id: string) => id === installing };
  await withEngine(terminal.options, needs, async (engine) => {
    if (!terminal.options.json) terminal.note(terminal.t.checking(source));
    const candidate = await engine.plugins.stage(resolve(source));
    installing = candidate.id;
    const choice = await consentToInstall(terminal, candidate, options.enable);
    const plugin = await engine.plugins.commit(candidate.candidateId, choice === 'enable');
    if (choice === 'enable') refuseUnstarted(terminal, plugin);
    const name = nameAndVersion(plugin);
    const done =
      choice === 'enable'
        ? terminal.t.installedAndEnabled(name)
        : `${candidate.installed?.enabled ? terminal.t.updatedOff(name) : terminal.t.installed(name)} ${plugin.id}`;
    printPlugin(terminal, plugin, done);
  });
}

async function enable(terminal: Terminal, id: string): Promise<void> {
  await withEngine(terminal.options, { runs: (other) => other === id }, async (engine) => {
    const shown = engine.plugins.show(id);
    await consentToEnable(terminal, shown);
    const plugin = await engine.plugins.enable(id, shown.source.digest);
    refuseUnstarted(terminal, plugin);
    printPlugin(terminal, plugin, terminal.t.switchedOn(shown.name));
  });
}

/** A plugin that can't be started is a failure of the command; it is installed, and off. */
function refuseUnstarted(terminal: Terminal, plugin: PluginSummary): void {
  if (!plugin.error) return;
  throw fromErrorInfo({
    ...plugin.error,
    message: `${terminal.t.loadFailed(plugin.name)}: ${plugin.error.message}`,
    details: { ...plugin.error.details, id: plugin.id, installed: true },
  });
}

/** Runs just this plugin while `work` looks at it. */
function withRunning(terminal: Terminal, id: string, work: (engine: Engine) => Promise<void>): Promise<void> {
  return withEngine(terminal.options, { runs: (other) => other === id }, async (engine) => {
    await engine.hosts.whenSettled(START_WAIT_MS);
    await engine.hosts.refreshStats();
    await work(engine);
  });
}

function parseArguments(json: string | undefined): unknown {
  if (json === undefined) return {};
  try {
    return JSON.parse(json);
  } catch {
    throw new SecAgentError('usage', 'the arguments must be one JSON object, in quotes');
  }
}

/** The full key, as `show` prints it, is as good as the tool's own name. */
function withoutPrefix(id: string, tool: string): string {
  return tool.startsWith(`${id}__`) ? tool.slice(id.length + 2) : tool;
}

function printList(terminal: Terminal, plugins: PluginSummary[]): void {
  if (terminal.options.json) return terminal.json({ plugins });
  if (plugins.length === 0) terminal.note(terminal.t.noPlugins);
  for (const plugin of plugins) {
    const isOn =
      plugin.state === 'enabled' || (plugin.state === 'ready' && plugin.format === 'agent-plugins');
    const state = plugin.enabled && isOn ? terminal.t.enabled : terminal.t.states[plugin.state];
    terminal.print(`${plugin.id}  ${plugin.name}  ${plugin.version || '–'}  ${state}`);
  }
}

function printDetail(terminal: Terminal, plugin: PluginDetail): void {
  if (terminal.options.json) return terminal.json({ plugin });
  const isCodeless = plugin.format === 'agent-plugins';
  const state = isCodeless && plugin.state === 'ready' ? terminal.t.enabled : terminal.t.states[plugin.state];
  terminal.print(`${nameAndVersion(plugin)} (${plugin.id}) – ${state}`);
  if (isCodeless) terminal.print(terminal.t.formats[plugin.format]);
  if (plugin.description) terminal.print(plugin.description);
  for (const { permission, title, names } of asksOf(terminal.language, plugin)) {
    const what = names.length > 0 ? `${title}: ${names.join(', ')}` : title;
    terminal.print(`  ${permission ? `${permission}: ` : ''}${what}`);
  }
  for (const tool of plugin.tools)
    terminal.print(`  ${tool.key}${tool.hidden ? ` (${terminal.t.hidden})` : ''}: ${tool.description}`);
  showComponents(terminal, plugin.components);
  // Skills of a package are among its components.
  for (const skill of isCodeless ? [] : plugin.skills)
    terminal.print(`  ${skill.name}: ${skill.description}`);
  for (const prompt of plugin.prompts) terminal.print(`  ${terminal.t.prompt} ${prompt}`);
  for (const rule of plugin.rules) terminal.print(`  ${terminal.t.rule} ${rule.name}: ${rule.pattern}`);
  for (const diagnostic of plugin.diagnostics)
    terminal.print(`  ${diagnostic.severity}: ${diagnostic.message}`);
  if (plugin.error) terminal.print(`  ${terminal.t.error}: ${plugin.error.message}`);
}

/** What a package holds (M14). What would be skipped or not start fails the command, and with --json the report is there all the same. */
function printReport(terminal: Terminal, report: PackageReport): void {
  const { t, print } = terminal;
  const { manifest, components, diagnostics } = report;
  const all = Object.values(components).flat();
  const skipped = all.filter(({ status }) => status === 'skipped').map(({ name }) => name);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const isSound = skipped.length === 0 && errors.length === 0;
  if (!isSound) process.exitCode = exitCodes.failed;
  if (terminal.options.json) {
    const message = [...(skipped.length > 0 ? [`${skipped.join(', ')} would be skipped`] : []), ...errors];
    const error = { code: 'check_failed', message: message.join('; '), details: { skipped } };
    return terminal.json({ ...report, ...(!isSound && { ok: false, error }) });
  }
  const name = nameAndVersion(manifest);
  if (errors.length > 0) print(t.validNotStarting(name));
  else print(skipped.length > 0 ? t.validInPart(name, skipped.length) : t.valid(name));
  print(`${t.format}: ${t.formats[report.format]}`);
  print(`${t.permissions}: ${report.permissions.join(', ') || '–'}`);
  showComponents(terminal, all);
  for (const { severity, message } of diagnostics) print(`${severity}: ${oneLine(message)}`);
}

/** A package need not have a version (S5). */
function nameAndVersion({ name, version }: { name: string; version: string }): string {
  return version ? `${name} ${version}` : name;
}

function printPlugin(terminal: Terminal, plugin: PluginSummary, sentence: string): void {
  if (terminal.options.json) terminal.json({ plugin });
  else terminal.print(sentence);
}
