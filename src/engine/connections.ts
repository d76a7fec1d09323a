import type { NetworkTest } from '../shared/privacy';
import type { ConnectionTest } from '../shared/settings';
import { testNetwork } from './diagnostics';
import type { EngineOptions } from './engine';
import { environmentSecrets, firstOf, type Models, openModels, type Secrets } from './models';
import { createNetworkFetch, type NetworkOptions } from './network';
import type { SettingsFile } from './settings';

/** Every way out of this computer: the same proxy, certificates and keys for all that asks (X5). */
export interface Connections {
  network: NetworkOptions;
  secrets: Secrets;
  models: Models;
  /** reaches the current model's service */
  testNetwork(): Promise<NetworkTest>;
  /** asks it with the key there is; null for the demo */
  testKey(): Promise<ConnectionTest | null>;
  /** every key and password known here, for what must not show them */
  knownSecrets(): Promise<string[]>;
}

type Options = Pick<EngineOptions, 'env' | 'model' | 'secrets' | 'resolveProxy'>;

export function openConnections(options: Options, settings: SettingsFile): Connections {
  const env = options.env ?? process.env;
  const secrets = firstOf(options.secrets, environmentSecrets(env, options.model ?? {}));
  const network: NetworkOptions = {
    settings: () => settings.read().network,
    env,
    resolveProxy: options.resolveProxy,
    proxyCredentials: async (origin) => (await options.secrets?.get(origin)) ?? null,
  };
  const fetch = createNetworkFetch(network);
  const models = openModels({ settings: () => settings.read().models, env, secrets, fetch });
  const provider = () => models.provider(options.model);
  return {
    network,
    secrets,
    models,
    testNetwork: () => testNetwork({ provider, fetch, network }),
    testKey: async () => {
      const asked = provider();
      return asked && models.testConnection({ provider: asked });
    },
    knownSecrets: async () => {
      const { models: configured, network: way } = settings.read();
      const origins = configured.providers.map(({ baseUrl }) => new URL(baseUrl).origin);
      if (way.proxy.mode === 'manual') origins.push(way.proxy.url);
      const kept = await Promise.all(origins.map((origin) => secrets.get(origin)));
      const variables = Object.entries(env).filter(([name]) => /(_KEY|_TOKEN|_SECRET|PASSWORD)$/i.test(name));
      return [...kept, ...variables.map(([, value]) => value)].filter((value) => typeof value === 'string');
    },
  };
}
