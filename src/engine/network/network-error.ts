/** A request that got no answer: which code, and whether it was the proxy that could not be used. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** like ENOTFOUND, ECONNREFUSED, CERT_HAS_EXPIRED, UND_ERR_CONNECT_TIMEOUT, PROXY_AUTH */
  readonly code: string;
  /** origin of the proxy that failed, without credentials; null when the way beyond it failed */
  readonly proxy: string | null;

  constructor(code: string, message: string, proxy: string | null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.proxy = proxy;
  }
}

/** Wraps what undici threw. The way to a proxy breaks differently from the way beyond it. */
export function toNetworkError(thrown: unknown, proxy: string | null): NetworkError {
  const chain = causes(thrown);
  // undici says so in words only: for a tunnel, and for a plain request the proxy itself answers.
  const refused = chain
    .map(({ message }) => /Proxy (?:response \(|Authentication Required \()(\d+)\)/.exec(message ?? '')?.[1])
    .find(Boolean);
  if (refused && proxy) {
    const code = refused === '407' ? 'PROXY_AUTH' : 'PROXY_REFUSED';
    return new NetworkError(code, `the proxy ${proxy} answered with status ${refused}`, proxy, {
      cause: thrown,
    });
  }
  const withCode = chain.findLast(({ code }) => typeof code === 'string' && !/^UND_ERR_PRX/.test(code));
  const code = withCode?.code ?? 'UNKNOWN';
  const message = withCode?.message || chain.at(-1)?.message || 'the request failed';
  const atProxy = proxy !== null && (chain.some((error) => isProxyError(error)) || isConnectCode(code));
  return new NetworkError(code, message, atProxy ? proxy : null, { cause: thrown });
}

/** The `NetworkError` inside an error of any library that wrapped it, or null. */
export function networkFailure(thrown: unknown): NetworkError | null {
  return causes(thrown).find((error) => error instanceof NetworkError) ?? null;
}

interface Caused {
  code?: string;
  message?: string;
}

/** The error and what caused it, outermost first; of several tried addresses the last one. */
function causes(thrown: unknown): (Caused & { [key: string]: unknown })[] {
  const chain: (Caused & { [key: string]: unknown })[] = [];
  let error = thrown;
  while (typeof error === 'object' && error !== null && chain.length < 8) {
    chain.push(error as Caused & { [key: string]: unknown });
    const { cause, errors, lastError } = error as {
      cause?: unknown;
      errors?: unknown[];
      lastError?: unknown;
    };
    error = lastError ?? cause ?? (Array.isArray(errors) ? errors.at(-1) : undefined);
  }
  return chain;
}

function isProxyError({ code }: Caused): boolean {
  return typeof code === 'string' && /^UND_ERR_PRX/.test(code);
}

/** No connection came about: with a proxy in between, it is the proxy that was connected to. */
function isConnectCode(code: string): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|UND_ERR_CONNECT)/.test(code);
}
