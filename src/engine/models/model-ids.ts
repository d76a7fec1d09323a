import { SecAgentError } from '../../shared/errors';
import type { ModelProvider } from '../../shared/settings';
import { describeModelError } from './model-errors';
import { adapters } from './providers';

const ANSWER_MS = 20_000;

/**
 * The ids an endpoint lists, in its order.
 * @returns null where it offers no list
 * @throws a `model_*` error, `stopped`
 */
export async function fetchModelIds(
  provider: ModelProvider,
  fetch: typeof globalThis.fetch,
  signal?: AbortSignal,
): Promise<string[] | null> {
  const { list } = adapters[provider.kind];
  const timeout = AbortSignal.timeout(ANSWER_MS);
  try {
    const response = await fetch(`${provider.baseUrl}${list.path}`, {
      headers: { ...list.headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.ok) return list.read(await response.json());
    const responseBody = await response.text();
    // Some services have no list and say so like this, as JSON; a page means that the address is wrong.
    if ((response.status === 404 || response.status === 405) && !/^\s*</.test(responseBody)) return null;
    throw { statusCode: response.status, responseBody, message: sentenceIn(responseBody) };
  } catch (thrown) {
    if (signal?.aborted) throw new SecAgentError('stopped', 'stopped');
    if (timeout.aborted) {
      throw new SecAgentError('model_unreachable', 'the model server does not answer', { reason: 'timeout' });
    }
    if (thrown instanceof SyntaxError) {
      throw new SecAgentError('model_unreachable', 'the address answers, but not as a model API does', {
        reason: 'not_an_api',
      });
    }
    throw describeModelError(thrown).error;
  }
}

function sentenceIn(body: string): string {
  try {
    const message: unknown = JSON.parse(body)?.error?.message;
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}
