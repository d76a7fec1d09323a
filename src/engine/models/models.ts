import { SecAgentError } from '../../shared/errors';
import type { ConnectionTest, ListedModel, ModelProvider, ModelSettings } from '../../shared/settings';
import { isLoopback, type NetworkFetch } from '../network';
import { type Selection, selectModel } from './choose-model';
import { demoModel } from './demo';
import { endpointFetch } from './endpoint-fetch';
import type { ChosenModel, LoadedModel, ModelChoice } from './model';
import { fetchModelIds } from './model-ids';
import { findOllama } from './ollama';
import { adapters } from './providers';
import { keyVariable, type Secrets } from './secrets';
import { testConnection } from './test-connection';

export interface ModelsOptions {
  /** read at every use: the CLI and the window share them */
  settings(): ModelSettings;
  env: NodeJS.ProcessEnv;
  secrets: Secrets;
  fetch: NetworkFetch;
}

/** What is asked of one provider that need not be saved yet. */
export interface ProviderQuestion {
  provider: ModelProvider;
  /** a key that is not kept yet; else the one kept for the provider's origin */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Every model there is: choosing, listing, and testing a connection. */
export interface Models {
  /** @throws `model_unknown` */
  choose(choice?: ModelChoice): ChosenModel;
  /** where the chosen model is asked; null for the demo. @throws `model_unknown` */
  provider(choice?: ModelChoice): ModelProvider | null;
  /** the model that names sessions; null: their first line does */
  titleModel(): ChosenModel | null;
  /** what the composer can switch to: configured ones, what the choice or the environment names, Ollama's, the demo */
  list(choice?: ModelChoice): Promise<ListedModel[]>;
  /** asks the model for one word, or the endpoint for its list when no model is named */
  testConnection(question: ProviderQuestion & { model?: string }): Promise<ConnectionTest>;
  /** null: this endpoint offers no list. @throws a `model_*` error */
  fetchModelIds(question: ProviderQuestion): Promise<string[] | null>;
  findOllama(): Promise<ModelProvider | null>;
}

export function openModels(options: ModelsOptions): Models {
  const { settings, env, secrets, fetch } = options;
  const select = (choice: ModelChoice) => selectModel(choice, settings(), env);
  const chosen = (selection: Selection, choice: ModelChoice = {}): ChosenModel => {
    if (selection === 'demo') return demoModel;
    const { provider, model } = selection;
    return {
      info: infoOf(selection),
      reasoning: choice.reasoning ?? model.reasoning,
      load: async () => loadModel(selection, await openEndpoint({ provider }, options)),
    };
  };
  return {
    choose: (choice = {}) => chosen(select(choice), choice),
    provider: (choice = {}) => {
      const selection = select(choice);
      return selection === 'demo' ? null : selection.provider;
    },
    titleModel: () => {
      const { title } = settings();
      return title === null ? null : chosen(select({ model: title }));
    },
    list: async (choice = {}) => listModels(options, select(choice), await findOllama(env, fetch), secrets),
    testConnection: (question) =>
      testConnection(question.model, question.signal, async (model) => {
        const endpoint = await openEndpoint(question, options);
        return model === null
          ? fetchModelIds(question.provider, endpoint, question.signal)
          : loadModel({ provider: question.provider, model: { id: model } }, endpoint);
      }),
    fetchModelIds: async (question) =>
      fetchModelIds(question.provider, await openEndpoint(question, options), question.signal),
    findOllama: () => findOllama(env, fetch),
  };
}

async function loadModel(
  { provider, model }: Exclude<Selection, 'demo'>,
  fetch: typeof globalThis.fetch,
): Promise<LoadedModel> {
  const adapter = adapters[provider.kind];
  return {
    model: await adapter.load({ baseUrl: provider.baseUrl, fetch }, model.id),
    dialect: adapter.dialect(provider, model.id),
    parameters: model.parameters ?? {},
  };
}

/** @throws `model_key_missing` */
async function openEndpoint({ provider, key }: ProviderQuestion, { secrets, fetch }: ModelsOptions) {
  const { origin, host } = new URL(provider.baseUrl);
  const found = key || (await secrets.get(origin));
  if (!found && needsKey(provider)) {
    const variable = keyVariable(origin);
    throw new SecAgentError('model_key_missing', `no key for ${host}: set ${variable}`, { variable, host });
  }
  return endpointFetch(provider.baseUrl, adapters[provider.kind].keyHeader, found, fetch);
}

async function listModels(
  { settings }: ModelsOptions,
  current: Selection,
  ollama: ModelProvider | null,
  secrets: Secrets,
): Promise<ListedModel[]> {
  const providers = [...settings().providers];
  if (ollama && !providers.some(({ kind }) => kind === 'ollama')) providers.push(ollama);
  const selections = providers.flatMap((provider) => provider.models.map((model) => ({ provider, model })));
  const currentId = infoOf(current).id;
  if (current !== 'demo' && !selections.some((selection) => infoOf(selection).id === currentId)) {
    selections.unshift(current);
  }
  const listed = selections.map(async (selection): Promise<ListedModel> => {
    const { provider, model } = selection;
    const info = infoOf(selection);
    const hasKey = !needsKey(provider) || (await secrets.get(new URL(provider.baseUrl).origin)) !== null;
    const reasoning = model.reasoning ?? null;
    return { ...info, provider: provider.name, hasKey, reasoning, current: info.id === currentId };
  });
  const demo = { provider: null, hasKey: true, reasoning: null, current: current === 'demo' };
  return [...(await Promise.all(listed)), { ...demoModel.info, ...demo }];
}

function infoOf(selection: Selection): ChosenModel['info'] {
  if (selection === 'demo') return demoModel.info;
  const { provider, model } = selection;
  return { id: `${provider.id}:${model.id}`, label: model.name ?? model.id, demo: false };
}

/** A server on this computer usually has no keys. */
function needsKey({ kind, baseUrl }: ModelProvider): boolean {
  return kind !== 'ollama' && !isLoopback(new URL(baseUrl).hostname);
}
