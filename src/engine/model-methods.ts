import { isDeepStrictEqual } from 'node:util';
import type { SavedProvider } from '../shared/connect';
import type { Implementation } from '../shared/contract';
import { SecAgentError, toErrorInfo } from '../shared/errors';
import { modelPresets } from '../shared/model-presets';
import type { ListedProvider, ModelList, ModelProvider, ModelSettings } from '../shared/settings';
import type { Engine } from './engine';
import { isLoopback } from './network';
import { readBaseUrl } from './settings';

type ModelMethod = Extract<keyof Implementation<'engine'>, `models.${string}`>;

/** The contract's rows about models: what is configured, what is used, and what the connect view asks. */
export function modelMethods(engine: Engine): Pick<Implementation<'engine'>, ModelMethod> {
  const { models, settings } = engine;
  const change = (edit: (models: ModelSettings) => void) => {
    settings.update((all) => edit(all.models));
    engine.emit('models.changed', {});
  };
  return {
    'models.list': () => listModels(engine),
    'models.select': async ({ model }) => {
      await requireListed(engine, model);
      change((all) => {
        all.default = model;
      });
    },
    'models.setTitleModel': async ({ model }) => {
      if (model !== null) await requireListed(engine, model);
      change((all) => {
        all.title = model;
      });
    },
    'models.setReasoning': ({ model, reasoning }) => {
      find(settings.read().models, model);
      change((all) => {
        const { entry } = find(all, model);
        if (reasoning === null) delete entry.reasoning;
        else entry.reasoning = reasoning;
      });
    },
    'models.test': ({ model }, signal) => {
      const { provider, entry } = find(settings.read().models, model);
      return models.testConnection({ provider, model: entry.id, signal });
    },
    'models.removeProvider': async ({ id }) => {
      const removed = settings.read().models.providers.find((provider) => provider.id === id);
      if (!removed) throw unknownModel(id);
      change((all) => {
        all.providers = all.providers.filter((provider) => provider.id !== id);
        if (all.default?.startsWith(`${id}:`)) all.default = null;
        if (all.title?.startsWith(`${id}:`)) all.title = null;
      });
      await forgetUnusedKey(engine, removed.baseUrl);
    },
    'models.testConnection': ({ provider, key, model }, signal) =>
      models.testConnection({ provider: usable(provider), key, model, signal }),
    'models.fetchModelIds': ({ provider, key }, signal) =>
      models.fetchModelIds({ provider: usable(provider), key, signal }),
    'models.saveProvider': ({ provider }) => saveProvider(engine, usable(provider)),
    'models.prepareConnect': async () => {
      const configured = settings.read().models.providers;
      const addresses = [...configured, ...modelPresets].map(({ baseUrl }) => new URL(baseUrl).origin);
      const keyed = [...new Set(addresses)].map(async (origin) =>
        (await engine.secrets.get(origin)) ? [origin] : [],
      );
      const keyedOrigins = (await Promise.all(keyed)).flat();
      return { configured, ollama: await models.findOllama(), keyedOrigins };
    },
  };
}

/** A default that can't be had must not hide the models that could take its place. */
async function listModels({ models, settings, secrets }: Engine): Promise<ModelList> {
  const { providers, default: chosen, title } = settings.read().models;
  const listed = providers.map(async ({ id, name, kind, baseUrl }): Promise<ListedProvider> => {
    const { origin, hostname } = new URL(baseUrl);
    const hasKey = kind === 'ollama' || isLoopback(hostname) || (await secrets.get(origin)) !== null;
    return { id, name, kind, baseUrl, hasKey };
  });
  const rest = { providers: await Promise.all(listed), default: chosen, title };
  try {
    return { models: await models.list(), ...rest, problem: null };
  } catch (error) {
    const others = await models.list({ model: 'demo' });
    return {
      models: others.map((model) => ({ ...model, current: false })),
      ...rest,
      problem: toErrorInfo(error),
    };
  }
}

/** Adds or replaces; what the settings say about a model that stays is kept. A new provider is used at once. */
async function saveProvider(engine: Engine, provider: ModelProvider): Promise<SavedProvider> {
  const before = engine.settings.read().models.providers.find(({ id }) => id === provider.id);
  const models = provider.models.map(({ id }) => before?.models.find((known) => known.id === id) ?? { id });
  const saved = { ...provider, models };
  const ids = models.map(({ id }) => `${provider.id}:${id}`);
  const gone = (model: string | null) =>
    model !== null && model.indexOf(`${provider.id}:`) === 0 && !ids.includes(model);
  const { models: now } = engine.settings.update(({ models: all }) => {
    all.providers = before
      ? all.providers.map((known) => (known.id === provider.id ? saved : known))
      : [...all.providers, saved];
    if (!before || gone(all.default)) all.default = ids[0] ?? null;
    if (gone(all.title)) all.title = null;
  });
  if (
    !isDeepStrictEqual(
      now.providers.find(({ id }) => id === provider.id),
      saved,
    )
  ) {
    // The administrator's entry stands over it (M20): a key may be added to it, nothing else changed.
    throw new SecAgentError('managed', `${provider.name} is set by the administrator of this computer`);
  }
  engine.emit('models.changed', {});
  if (before) await forgetUnusedKey(engine, before.baseUrl);
  return { id: provider.id, name: provider.name, model: now.default };
}

/** Keys belong to addresses; the last provider of one takes it along. */
async function forgetUnusedKey(engine: Engine, baseUrl: string): Promise<void> {
  const { origin } = new URL(baseUrl);
  const { providers } = engine.settings.read().models;
  if (providers.some((provider) => new URL(provider.baseUrl).origin === origin)) return;
  await engine.forgetKey(origin);
}

/** @throws `invalid_argument` for an address that can't be asked */
function usable(provider: ModelProvider): ModelProvider {
  const baseUrl = readBaseUrl(provider.baseUrl);
  if (!baseUrl || provider.id === 'demo') {
    throw new SecAgentError(
      'invalid_argument',
      'the address must be an http or https URL without a user name',
    );
  }
  return { ...provider, baseUrl };
}

/** @throws `model_unknown` */
async function requireListed(engine: Engine, model: string): Promise<void> {
  const { models } = await listModels(engine);
  if (!models.some(({ id }) => id === model)) throw unknownModel(model);
}

/** @throws `model_unknown` */
function find({ providers }: ModelSettings, model: string) {
  for (const provider of providers) {
    const entry = provider.models.find(({ id }) => `${provider.id}:${id}` === model);
    if (entry) return { provider, entry };
  }
  throw unknownModel(model);
}

function unknownModel(model: string): SecAgentError {
  return new SecAgentError('model_unknown', `"${model}" is not configured`, { model });
}
