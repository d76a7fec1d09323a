import type { SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { NetworkSettings } from '../../shared/settings';
import type { Timeouts } from './dispatchers';
import { NetworkError, toNetworkError } from './network-error';
import { proxyName, type Route, type RouteSources, routesTo } from './routes';

export type NetworkFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface NetworkOptions extends Pick<RouteSources, 'resolveProxy' | 'env'> {
  /** read at every request, so that a change needs no restart */
  settings(): NetworkSettings;
  /** `user:password` of a proxy by its origin; a password never stands in settings.json */
  proxyCredentials?: ((origin: string) => Promise<string | null>) | undefined;
  timeouts?: Partial<Timeouts> | undefined;
  /** limits what can be reached, for requests that are not the user's own */
  guard?: NetworkGuard | undefined;
}

/** Where a stranger's requests may go (ATTACKS 11). Both throw, or end a connection, to refuse. */
export interface NetworkGuard {
  /** connections of the direct route, to judged addresses only */
  openDirect(secureContext: SecureContext | undefined): Promise<Dispatcher>;
  /** judges a request before it goes to a proxy, which then looks the name up itself */
  beforeProxy(url: URL): Promise<void>;
}

const defaultTimeouts: Timeouts = { connect: 15_000, firstByte: 120_000, idle: 120_000 };

/**
 * `fetch` the way this computer reaches the outside: through its proxy, trusting its certificate authorities (X5).
 * Nothing is loaded before the first request. Redirects are never followed: whoever asks decides.
 * @throws NetworkError when no answer came; an abort's own reason after an abort
 */
export function createNetworkFetch(options: NetworkOptions): NetworkFetch {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const dispatchers = new Map<string, Dispatcher>();
  const authorities = new Map<boolean, SecureContext>();

  async function dispatcherFor(route: Route, target: URL, systemCertificates: boolean): Promise<Dispatcher> {
    const credentials = route === 'direct' ? null : await credentialsOf(route, options);
    const secure = [target, route].some((url) => url instanceof URL && url.protocol === 'https:');
    const key = JSON.stringify([String(route), credentials, secure, systemCertificates]);
    const known = dispatchers.get(key);
    if (known) return known;
    const [{ openDispatcher }, { trustedAuthorities }] = await load();
    if (secure && !authorities.has(systemCertificates)) {
      authorities.set(systemCertificates, trustedAuthorities(systemCertificates, options.env));
    }
    const trusted = secure ? authorities.get(systemCertificates) : undefined;
    const dispatcher =
      route === 'direct' && options.guard
        ? await options.guard.openDirect(trusted)
        : openDispatcher(route, trusted, timeouts, credentials);
    dispatchers.set(key, dispatcher);
    return dispatcher;
  }

  return async (url, init = {}) => {
    const target = new URL(url);
    const settings = options.settings();
    const routes = await routesTo(target, { ...options, settings });
    for (const [index, route] of routes.entries()) {
      if (route !== 'direct') await options.guard?.beforeProxy(target);
      try {
        const dispatcher = await dispatcherFor(route, target, settings.systemCertificates);
        const [{ fetch }] = await load();
        return (await fetch(target, {
          ...(init as object),
          redirect: 'manual',
          dispatcher,
        })) as unknown as Response;
      } catch (error) {
        if (init.signal?.aborted) throw error;
        const failure =
          error instanceof NetworkError
            ? error
            : toNetworkError(error, route === 'direct' ? null : proxyName(route));
        const another = index < routes.length - 1 && failure.proxy !== null && failure.code !== 'PROXY_AUTH';
        if (!another) throw failure;
      }
    }
    throw new NetworkError('UNKNOWN', 'no way to the server', null);
  };
}

async function credentialsOf(route: URL, options: NetworkOptions): Promise<string | null> {
  if (route.username) return `${decodeURIComponent(route.username)}:${decodeURIComponent(route.password)}`;
  return (await options.proxyCredentials?.(proxyName(route))) ?? null;
}

function load() {
  return Promise.all([import('./dispatchers'), import('./certificates')]);
}
