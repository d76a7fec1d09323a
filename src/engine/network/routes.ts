import type { NetworkSettings } from '../../shared/settings';

/** Where a request goes first: straight to its server, or to this proxy (`http:`, `https:` or `socks5:` URL). */
export type Route = 'direct' | URL;

export interface RouteSources {
  settings: NetworkSettings;
  env: NodeJS.ProcessEnv;
  /** the operating system's answer in the form of a PAC script: `PROXY host:port; DIRECT` (X5) */
  resolveProxy?: ((url: string) => Promise<string>) | undefined;
}

/**
 * The ways to a URL, to be tried in this order. This computer itself is never asked for through a proxy: the
 * proxy's loopback is another computer's.
 */
export async function routesTo(url: URL, { settings, env, resolveProxy }: RouteSources): Promise<Route[]> {
  if (isLoopback(url.hostname)) return ['direct'];
  switch (settings.proxy.mode) {
    case 'none':
      return ['direct'];
    case 'manual':
      return [isBypassed(url, settings.proxy.bypass) ? 'direct' : (proxyUrl(settings.proxy.url) ?? 'direct')];
    case 'system':
      return resolveProxy ? parsePac(await resolveProxy(url.href)) : [fromEnvironment(url, env)];
  }
}

function fromEnvironment(url: URL, env: NodeJS.ProcessEnv): Route {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || '';
  if (isBypassed(url, read('NO_PROXY').split(/[\s,]+/))) return 'direct';
  const named = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || read('ALL_PROXY');
  return (named && proxyUrl(named)) || 'direct';
}

/** `PROXY host:port`, `HTTPS host:port`, `SOCKS5 host:port`, `DIRECT`, separated by semicolons. */
function parsePac(answer: string): Route[] {
  const schemes: Record<string, string> = {
    PROXY: 'http',
    HTTP: 'http',
    HTTPS: 'https',
    SOCKS: 'socks5',
    SOCKS5: 'socks5',
  };
  const routes = answer.split(';').flatMap((item): Route[] => {
    const [keyword = '', address = ''] = item.trim().split(/\s+/);
    if (keyword.toUpperCase() === 'DIRECT') return ['direct'];
    const scheme = schemes[keyword.toUpperCase()];
    const url = scheme && proxyUrl(`${scheme}://${address}`);
    return url ? [url] : [];
  });
  return routes.length > 0 ? routes : ['direct'];
}

/** A proxy's URL; people leave the scheme out. Null when it can't be one. */
export function proxyUrl(text: string): URL | null {
  const full = /^[a-z0-9]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(full)) return null;
  const url = new URL(full);
  return /^(https?|socks5?h?):$/.test(url.protocol) && url.hostname ? url : null;
}

/** A proxy without its credentials; `URL.origin` knows no SOCKS. */
export function proxyName(proxy: URL): string {
  return `${proxy.protocol}//${proxy.host}`;
}

/** Hosts that are reached directly: `example.com` and `.example.com` with everything below, `host:port`, `*`. */
function isBypassed(url: URL, patterns: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return patterns.some((pattern) => {
    const text = pattern.trim().toLowerCase();
    if (!text) return false;
    if (text === '*') return true;
    const [, name = text, onlyPort] = /^([^:]+):(\d+)$/.exec(text) ?? [];
    if (onlyPort && onlyPort !== port) return false;
    const bare = name.replace(/^\*?\./, '').replace(/^\[|\]$/g, '');
    return host === bare || host.endsWith(`.${bare}`);
  });
}

/** This computer, written as people write it. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|\[::1\]|127(\.\d+){3})$/i.test(hostname);
}
