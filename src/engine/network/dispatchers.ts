import type { SecureContext } from 'node:tls';
import { Agent, type Dispatcher, fetch, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { proxyName, type Route } from './routes';

// Re-exported from here: a dynamic import of undici itself has no named exports once it is bundled.
export { fetch };

/** All in ms. */
export interface Timeouts {
  connect: number;
  /** to the first byte of the answer: a local server may load a model of many gigabytes first */
  firstByte: number;
  /** between two pieces of an answer */
  idle: number;
}

/** Connections along one route. `credentials` is `user:password` for a proxy that asks. */
export function openDispatcher(
  route: Route,
  secureContext: SecureContext | undefined,
  timeouts: Timeouts,
  credentials: string | null,
): Dispatcher {
  const tls = { ...(secureContext && { secureContext }), timeout: timeouts.connect };
  const options = {
    headersTimeout: timeouts.firstByte,
    bodyTimeout: timeouts.idle,
    connectTimeout: timeouts.connect,
    // What stands between here and the server, and inspects, knows HTTP/1.1 best.
    allowH2: false,
  };
  if (route === 'direct') {
    return new Agent({ ...options, connect: { ...tls, autoSelectFamily: true } as never });
  }
  if (route.protocol.startsWith('socks')) {
    return new Socks5ProxyAgent(route.href.replace(/^socks\w*:/, 'socks5:'), {
      ...options,
      requestTls: tls as never,
    });
  }
  return new ProxyAgent({
    ...options,
    uri: proxyName(route),
    ...(credentials && { token: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    requestTls: tls as never,
    proxyTls: tls as never,
  });
}
