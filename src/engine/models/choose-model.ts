import { SecAgentError } from '../../shared/errors';
import { modelPresets } from '../../shared/model-presets';
import type { ConfiguredModel, ModelProvider, ModelSettings } from '../../shared/settings';
import { readBaseUrl } from '../settings';
import type { ModelChoice } from './model';
import { ollamaAt } from './ollama';
import { originWithKey } from './secrets';

/** A provider and one of its models, or the demo. */
export type Selection = 'demo' | { provider: ModelProvider; model: ConfiguredModel };

/**
 * The model a message goes to: what the command or the composer says, else the settings' default, else what the
 * environment says (SECAGENT_MODEL, SECAGENT_BASE_URL, or a known service's key), else the first one configured,
 * else the built-in demo model (S25). Whatever is named and can't be had is an error, never another model.
 * @throws `model_unknown`
 */
export function selectModel(choice: ModelChoice, settings: ModelSettings, env: NodeJS.ProcessEnv): Selection {
  if (choice.baseUrl) return atAddress(choice.baseUrl, choice.model || env.SECAGENT_MODEL || '');
  const named = choice.model || settings.default;
  if (named) return byName(named, settings, env);
  const { SECAGENT_MODEL: model = '', SECAGENT_BASE_URL: baseUrl = '' } = env;
  if (model === 'demo') return 'demo';
  if (baseUrl) return atAddress(baseUrl, model);
  if (model) return byName(model, settings, env);
  const withKey = originWithKey(env);
  const preset = modelPresets.find((candidate) => new URL(candidate.baseUrl).origin === withKey);
  if (preset?.models[0]) return byName(`${preset.id}:${preset.models[0]}`, settings, env);
  const provider = settings.providers.find(({ models }) => models.length > 0);
  return provider?.models[0] ? { provider, model: provider.models[0] } : 'demo';
}

function byName(name: string, settings: ModelSettings, env: NodeJS.ProcessEnv): Selection {
  if (name === 'demo') return 'demo';
  const colon = name.indexOf(':');
  const provider = colon > 0 ? findProvider(name.slice(0, colon), settings, env) : null;
  if (provider) return of(provider, name.slice(colon + 1));
  // `qwen2.5:7b` is a model's name with a tag. A bare name belongs to whoever lists it, then to the environment.
  const listing = settings.providers.find(({ models }) => models.some(({ id }) => id === name));
  if (listing) return of(listing, name);
  if (env.SECAGENT_BASE_URL) return atAddress(env.SECAGENT_BASE_URL, name);
  const withKey = originWithKey(env);
  const known = modelPresets.find(({ baseUrl }) => new URL(baseUrl).origin === withKey);
  if (known) return of(findProvider(known.id, settings, env) as ModelProvider, name);
  throw new SecAgentError(
    'model_unknown',
    `don't know where the model "${name}" is; write PROVIDER:MODEL (providers: ${names(settings).join(', ')}) or set SECAGENT_BASE_URL`,
    { model: name },
  );
}

/** A configured provider, one of the known services, or the environment's own address. */
function findProvider(id: string, settings: ModelSettings, env: NodeJS.ProcessEnv): ModelProvider | null {
  const configured = settings.providers.find((provider) => provider.id === id);
  if (configured) return configured;
  if (id === 'ollama') return ollamaAt(env);
  if (id === 'openai-compatible') return addressed(env.SECAGENT_BASE_URL ?? '');
  const preset = modelPresets.find((candidate) => candidate.id === id.replace(/^openai-chat$/, 'openai'));
  if (!preset) return null;
  const kind = id === 'openai-chat' ? id : preset.kind;
  return { id, kind, name: preset.en, baseUrl: preset.baseUrl, models: [] };
}

function atAddress(baseUrl: string, name: string): Selection {
  return of(addressed(baseUrl), name.replace(/^openai-compatible:/, ''));
}

function addressed(baseUrl: string): ModelProvider {
  const address = readBaseUrl(baseUrl);
  if (!address) {
    const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : '';
    throw new SecAgentError(
      'model_unknown',
      'the model address (SECAGENT_BASE_URL or --base-url) must be an http or https URL without a user name',
      { baseUrl: origin },
    );
  }
  const kind = 'openai-compatible' as const;
  return { id: kind, kind, name: new URL(address).host, baseUrl: address, models: [] };
}

function of(provider: ModelProvider, id: string): Selection {
  if (!id) {
    const hint = provider.id === 'openai-compatible' ? 'SECAGENT_MODEL or --model' : `${provider.id}:MODEL`;
    throw new SecAgentError('model_unknown', `name the model too: ${hint}`, { provider: provider.id });
  }
  return { provider, model: provider.models.find((model) => model.id === id) ?? { id } };
}

function names(settings: ModelSettings): string[] {
  const known = [...settings.providers, ...modelPresets].map(({ id }) => id);
  return [...new Set([...known, 'openai-chat', 'openai-compatible'])];
}
