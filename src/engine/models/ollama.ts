import { isPlainObject } from '../../shared/json';
import type { ModelProvider } from '../../shared/settings';
import { isLoopback, type NetworkFetch } from '../network';

const LOOK_MS = 500;

/** Ollama as it runs on this computer, with the models it has; null when it does not. */
export async function findOllama(env: NodeJS.ProcessEnv, send: NetworkFetch): Promise<ModelProvider | null> {
  const provider = ollamaAt(env);
  try {
    const response = await send(`${new URL(provider.baseUrl).origin}/api/tags`, {
      signal: AbortSignal.timeout(LOOK_MS),
    });
    const answer: unknown = response.ok ? await response.json() : null;
    const models = isPlainObject(answer) && Array.isArray(answer.models) ? answer.models : [];
    const names = models.map((model: { name?: unknown } | null) => model?.name);
    const ids = names.filter((name) => typeof name === 'string');
    return response.ok ? { ...provider, models: ids.map((id) => ({ id })) } : null;
  } catch {
    // Nothing there is the usual case, not a failure.
    return null;
  }
}

/** Where Ollama listens: OLLAMA_HOST in the forms Ollama takes, when that is this computer. */
export function ollamaAt(env: NodeJS.ProcessEnv): ModelProvider {
  const text = env.OLLAMA_HOST?.trim() ?? '';
  const full = /^https?:\/\//.test(text) ? text : `http://${text.replace(/^:/, '127.0.0.1:')}`;
  const url = text && URL.canParse(full) ? new URL(full) : null;
  // A server listens on 0.0.0.0 and is asked on loopback. Others' computers are for whoever configures them.
  const hostname = url?.hostname === '0.0.0.0' ? '127.0.0.1' : url?.hostname;
  const here = url && hostname && isLoopback(hostname) ? `http://${hostname}:${url.port || 11434}` : null;
  return {
    id: 'ollama',
    kind: 'ollama',
    name: 'Ollama',
    baseUrl: `${here ?? 'http://127.0.0.1:11434'}/v1`,
    models: [],
  };
}
