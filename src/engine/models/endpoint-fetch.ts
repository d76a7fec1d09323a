import { SecAgentError } from '../../shared/errors';
import type { NetworkFetch } from '../network';
import type { ProviderAdapter } from './providers/provider';

/**
 * `fetch` for one provider. The key is added here and nowhere else, and only to requests to the origin it belongs to
 * (ATTACKS 21): SDKs, their errors and their logs never see it. Redirects are not followed, since a key in a header
 * of its own would travel along; a page for people instead of an answer is an error that says so.
 */
export function endpointFetch(
  baseUrl: string,
  keyHeader: ProviderAdapter['keyHeader'],
  key: string | null,
  send: NetworkFetch,
): typeof fetch {
  const { origin } = new URL(baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) {
      throw new SecAgentError('forbidden', `a request to ${url.origin} instead of ${origin} was stopped`);
    }
    const headers = new Headers(init?.headers);
    headers.delete(keyHeader);
    if (key) headers.set(keyHeader, keyHeader === 'authorization' ? `Bearer ${key}` : key);
    const response = await send(url, { ...init, headers: Object.fromEntries(headers) });
    if (response.status >= 300 && response.status < 400) throw redirected(origin, url, response);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && type.includes('text/html')) {
      await response.body?.cancel();
      throw new SecAgentError(
        'model_unreachable',
        `${origin} answers with a web page; this is no model API`,
        {
          reason: 'not_an_api',
        },
      );
    }
    return response.ok ? response : withoutKey(response, key);
  };
}

function redirected(origin: string, url: URL, response: Response): SecAgentError {
  const location = response.headers.get('location') ?? '';
  const target = URL.canParse(location, url.href) ? new URL(location, url) : null;
  const where = target ? `${target.origin}${target.pathname}` : 'another address';
  void response.body?.cancel();
  return new SecAgentError(
    'model_unreachable',
    `${origin} redirects to ${where}; enter the address it means`,
    {
      reason: 'redirect',
    },
  );
}

/** Some services repeat the key in their refusal. */
async function withoutKey(response: Response, key: string | null): Promise<Response> {
  const text = await response.text();
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // The body is no longer as it came.
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(key ? text.replaceAll(key, '[key]') : text, { status, statusText, headers });
}
