import { apiLimits } from '../../../plugin-api';
import { SecAgentError } from '../../../shared/errors';
import type { EngineParams, FetchAnswer } from '../../../shared/host-contract';
import { networkFailure } from '../../network';
import { isLoopbackLiteral } from './addresses';
import { isGrantedHost } from './granted-hosts';

export interface PluginFetchRequest extends EngineParams<'fetch'> {
  body: Uint8Array | undefined;
  signal: AbortSignal;
  /** the only hosts its manifest allows (X1); null: any */
  hosts: readonly string[] | null;
}

export type FetchOne = (
  url: URL,
  init: { method: string; headers: [string, string][]; body: Uint8Array | undefined; signal: AbortSignal },
) => Promise<Response>;

const MAX_REDIRECTS = 10;
const TIMEOUT_MS = 30_000;
/** Set by the transport, or able to confuse it. */
const OWN_HEADERS =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|sec-.*)$/i;
/** Not sent on to another origin. */
const CREDENTIALS = /^(?:authorization|cookie)$/i;

/**
 * Performs a plugin's request: every hop's address is judged anew, sizes and time are bounded, nothing of ours is added (S19,
 * ATTACKS 11).
 * @param take told of each piece that arrives; the next is read when it resolves
 */
export async function pluginFetch(
  request: PluginFetchRequest,
  fetchOne: FetchOne,
  timeoutMs = TIMEOUT_MS,
  take: (bytes: number, signal: AbortSignal) => Promise<void> = async () => undefined,
): Promise<{ answer: FetchAnswer; body: Uint8Array }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([request.signal, timeout]);
  let url = checkUrl(request.url, null, request.hosts);
  let { method, body } = request;
  let headers = request.headers.filter(([name]) => !OWN_HEADERS.test(name));
  try {
    for (let hops = 0; ; hops++) {
      const response = await fetchOne(url, { method, headers, body, signal });
      const location = redirectTarget(response);
      if (location === null || request.redirect === 'manual') {
        const bytes = await readBody(response, (bytes) => take(bytes, signal));
        const answer = {
          url: url.href,
          status: response.status,
          statusText: response.statusText,
          redirected: hops > 0,
          headers: [...response.headers],
        };
        return { answer, body: bytes };
      }
      await response.body?.cancel();
      if (request.redirect === 'error')
        throw failed('the server redirects, and the request said redirect: "error"');
      if (hops >= MAX_REDIRECTS) throw failed(`more than ${MAX_REDIRECTS} redirects`);
      const next = checkUrl(location, url, request.hosts);
      if (next.origin !== url.origin) headers = headers.filter(([name]) => !CREDENTIALS.test(name));
      if (response.status === 303 ? method !== 'HEAD' : response.status < 303 && method === 'POST') {
        method = 'GET';
        body = undefined;
        headers = headers.filter(([name]) => !/^content-/i.test(name));
      }
      url = next;
    }
  } catch (error) {
    if (timeout.aborted && !request.signal.aborted)
      throw failed(`no complete answer within ${timeoutMs / 1_000} s`);
    throw asFetchError(error);
  }
}

/** http or https, without credentials in it, on a granted host; a site on the internet may not send us to this computer. */
function checkUrl(text: string, from: URL | null, hosts: readonly string[] | null): URL {
  const url = URL.canParse(text, from?.href) ? new URL(text, from?.href) : null;
  if (!url) throw refused(`"${text.slice(0, 200)}" is not a URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(`only http and https can be fetched, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '')
    throw refused('a URL with credentials in it is not fetched');
  const name = url.hostname.replace(/\.$/, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) {
    throw refused(
      `${url.hostname} is refused; a program on this computer is reached by its address, as http://127.0.0.1:${url.port || '80'}`,
    );
  }
  if (from && isLoopbackLiteral(url.hostname) && !isLoopbackLiteral(from.hostname)) {
    throw refused('a redirect from the internet to this computer is not followed');
  }
  if (hosts && !isGrantedHost(url, hosts)) {
    throw refused(`${url.host} is not among the hosts of the plugin's manifest (${hosts.join(', ')})`);
  }
  return url;
}

function redirectTarget(response: Response): string | null {
  return [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null;
}

/** Counts what arrives after decompression: a small answer can unpack to a large one. */
async function readBody(response: Response, take: (bytes: number) => Promise<void>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (!response.body) return new Uint8Array(0);
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    await take(chunk.byteLength);
    if (bytes > apiLimits.fetchBodyBytes)
      throw new SecAgentError('quota_exceeded', 'the answer is over 25 MiB');
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, bytes);
}

const refused = (message: string) => new SecAgentError('fetch_refused', message);
const failed = (message: string) => new SecAgentError('fetch_failed', `fetch failed: ${message}`);

/** undici wraps the cause; only its code or message crosses, and of a proxy not even its address. */
function asFetchError(error: unknown): unknown {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SecAgentError) return cause;
  }
  const failure = networkFailure(error);
  if (failure) return failed(failure.proxy ? proxySentence(failure.code) : failure.code);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, errors } = cause as { code?: unknown; errors?: unknown[] };
    if (Array.isArray(errors) && errors[0] instanceof Error) return asFetchError(errors[0]);
    if (typeof code === 'string') return failed(code);
    if (cause.cause === undefined) return failed(cause.message);
  }
  return failed('unknown reason');
}

function proxySentence(code: string): string {
  if (code === 'PROXY_AUTH') return 'the proxy asks for a user name and password (PROXY_AUTH)';
  if (code === 'PROXY_REFUSED') return 'the proxy refuses to connect (PROXY_REFUSED)';
  return `the proxy can't be reached (${code})`;
}
