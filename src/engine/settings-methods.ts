import { dirname } from 'node:path';
import type { Implementation } from '../shared/contract';
import { SecAgentError } from '../shared/errors';
import type { PrivacyFacts } from '../shared/privacy';
import type { settingsMethods as rows } from '../shared/settings-methods';
import type { Engine } from './engine';
import { isLoopback } from './network';
import { readNetworkSettings } from './settings';

type SettingsMethod = Extract<keyof Implementation<'engine'>, keyof typeof rows>;

/** The contract's rows about workspace, network, managed settings, data and diagnostics. */
export function settingsMethods(engine: Engine): Pick<Implementation<'engine'>, SettingsMethod> {
  const { settings, workspaces, backups, connections } = engine;
  return {
    'workspace.list': ({ sessionId }) => workspaces.list(sessionId),
    'workspace.use': ({ sessionId, path }) => workspaces.use(sessionId, path),
    'workspace.forget': ({ path }) => workspaces.forget(path),
    'workspace.add': ({ sessionId, path }) => workspaces.add(sessionId, path),
    'workspace.prepare': ({ sessionId }) => workspaces.prepare(sessionId),

    'network.get': () => settings.read().network,
    'network.set': ({ proxy, systemCertificates }) => {
      const { network, problems } = readNetworkSettings({ proxy, systemCertificates });
      const [problem] = problems;
      if (problem)
        throw new SecAgentError('invalid_argument', `${problem.path} ${problem.reason}`, { ...problem });
      const changed = settings.update((all) => {
        if (proxy) all.network.proxy = network.proxy;
        if (systemCertificates !== undefined) all.network.systemCertificates = systemCertificates;
      });
      return changed.network;
    },
    'network.test': () => connections.testNetwork(),

    'managed.get': () => settings.managed(),
    'privacy.get': () => privacyFacts(engine),

    'backup.write': ({ path }) => backups.write(path),
    'backup.inspect': ({ path }) => backups.inspect(path),
    'backup.describe': ({ restoreId }) => backups.describe(restoreId),
    'backup.discard': ({ restoreId }) => backups.discard(restoreId),
    'backup.commit': async ({ restoreId }) => {
      await backups.commit(restoreId);
      engine.restart();
    },

    'diagnostics.preview': async () => ({ text: await engine.diagnostics() }),
    'diagnostics.write': ({ path }) => engine.writeDiagnostics(path),
  };
}

function privacyFacts(engine: Engine): PrivacyFacts {
  const { settings, plugins, models, directories } = engine;
  const on = plugins.list().filter(({ enabled, state }) => enabled && state !== 'needs-consent');
  const reads = ['agent.rules', 'agent.hooks.observe', 'agent.hooks.control'] as const;
  const reading = on.filter(({ permissions }) => reads.some((name) => permissions.includes(name)));
  const { proxy } = settings.read().network;
  const provider = currentProvider(models);
  const url = provider && new URL(provider.baseUrl);
  return {
    model: url && {
      label: engine.status().model.label,
      service: provider.name,
      origin: url.origin,
      onThisComputer: isLoopback(url.hostname),
    },
    networkPlugins: on
      .filter(({ permissions }) => permissions.includes('network.http'))
      .map(({ id, name, network }) => ({
        id,
        name,
        readsMessages: reading.some((plugin) => plugin.id === id),
        anySite: network.hosts === null,
      })),
    readingPlugins: reading.map(({ id, name }) => ({ id, name })),
    proxy: proxy.mode === 'manual' ? { mode: 'manual', url: proxy.url } : proxy,
    dataDir: directories.data,
    logsDir: dirname(directories.engineLog),
  };
}

/** A model that can't be had sends nothing anywhere. */
function currentProvider(models: Engine['models']) {
  try {
    return models.provider();
  } catch {
    return null;
  }
}
