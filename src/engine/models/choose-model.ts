import { SecAgentError } from '../../shared/errors';
import { demoModel } from './demo';
import type { ChosenModel, ModelChoice } from './model';

interface Endpoint {
  baseUrl: string;
  /** environment variable that holds its key; a key is only ever sent to the endpoint it belongs to */
  keyVariable: string;
}

const endpoints: Readonly<Record<string, Endpoint>> = {
  openai: { baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
  deepseek: { baseUrl: 'https://api.deepseek.com/v1', keyVariable: 'DEEPSEEK_API_KEY' },
};

/**
 * The model the next message goes to: from the command's options, else from the environment
 * (SECAGENT_MODEL, SECAGENT_BASE_URL, SECAGENT_API_KEY, or a known provider's own key variable),
 * else the built-in demo model (S25).
 * @throws `model_unknown`, `model_key_missing`
 */
export function chooseModel(choice: ModelChoice, env: NodeJS.ProcessEnv): ChosenModel {
  const named = choice.model || env.SECAGENT_MODEL || '';
  const baseUrl = choice.baseUrl || env.SECAGENT_BASE_URL || '';
  if (named === 'demo') return demoModel;
  const { provider, model } = split(named);

  if (baseUrl || provider === 'openai-compatible') {
    return custom(baseUrl, model, env.SECAGENT_API_KEY);
  }
  if (provider) return known(provider, model, env);
  const withKey = Object.keys(endpoints).find((name) => env[(endpoints[name] as Endpoint).keyVariable]);
  if (withKey && model) return known(withKey, model, env);
  if (model) {
    throw new SecAgentError(
      'model_unknown',
      `don't know where the model "${model}" is; write PROVIDER:MODEL or set SECAGENT_BASE_URL`,
      { model },
    );
  }
  return demoModel;
}

function custom(baseUrl: string, model: string, key: string | undefined): ChosenModel {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new SecAgentError(
      'model_unknown',
      'the model address (SECAGENT_BASE_URL or --base-url) must be an http or https URL without a user name',
      {
        baseUrl: url ? url.origin : '',
      },
    );
  }
  if (!model) throw new SecAgentError('model_unknown', 'name the model too: SECAGENT_MODEL or --model');
  if (!key && !isLoopback(url.hostname)) throw keyMissing('SECAGENT_API_KEY', url.host);
  return compatible('openai-compatible', baseUrl.replace(/\/+$/, ''), model, key);
}

function known(provider: string, model: string, env: NodeJS.ProcessEnv): ChosenModel {
  const endpoint = Object.hasOwn(endpoints, provider) ? endpoints[provider] : undefined;
  if (!endpoint) {
    throw new SecAgentError(
      'model_unknown',
      `"${provider}" is not a known provider; known are ${Object.keys(endpoints).join(', ')}, openai-compatible`,
      { provider },
    );
  }
  if (!model) throw new SecAgentError('model_unknown', `name the model: ${provider}:MODEL`, { provider });
  const key = env[endpoint.keyVariable];
  if (!key) throw keyMissing(endpoint.keyVariable, provider);
  return compatible(provider, endpoint.baseUrl, model, key);
}

function compatible(
  provider: string,
  baseURL: string,
  model: string,
  apiKey: string | undefined,
): ChosenModel {
  return {
    info: { id: `${provider}:${model}`, label: model, demo: false },
    async load() {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: provider,
        baseURL,
        includeUsage: true,
        ...(apiKey && { apiKey }),
      })(model);
    },
  };
}

function keyMissing(variable: string, host: string): SecAgentError {
  return new SecAgentError('model_key_missing', `no key for ${host}: set ${variable}`, { variable, host });
}

function split(named: string): { provider: string; model: string } {
  const colon = named.indexOf(':');
  if (colon <= 0) return { provider: '', model: named };
  const provider = named.slice(0, colon);
  // `qwen2.5:7b` is a model name with a tag, not a provider.
  const isProvider = provider === 'openai-compatible' || Object.hasOwn(endpoints, provider);
  return isProvider ? { provider, model: named.slice(colon + 1) } : { provider: '', model: named };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
