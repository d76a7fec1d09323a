import path from 'path-browserify';
import { PACKAGE_ROOT } from '../../../shared/package-path';

/** What `node:url` exports here (S20): paths are the sandbox's, which are POSIX. */
export function urlModule(): Record<string, unknown> {
  return { URL, URLSearchParams, fileURLToPath, pathToFileURL, format, resolve, parse };
}

export function fileURLToPath(given: unknown): string {
  const url = typeof given === 'string' ? new URL(given) : (given as URL);
  if (url?.protocol !== 'file:')
    throw coded(new TypeError('The URL must be of scheme file'), 'ERR_INVALID_URL_SCHEME');
  if (/%2f/i.test(url.pathname))
    throw coded(
      new TypeError('File URL path must not include encoded / characters'),
      'ERR_INVALID_FILE_URL_PATH',
    );
  return decodeURIComponent(url.pathname);
}

function pathToFileURL(given: unknown): URL {
  const text = String(given);
  const resolved = path.resolve(PACKAGE_ROOT, text);
  const whole = text.endsWith('/') && !resolved.endsWith('/') ? `${resolved}/` : resolved;
  const escaped = encodeURI(whole).replace(/[?#]/g, encodeURIComponent).replace(/\\/g, '%5C');
  return new URL(`file://${escaped}`);
}

function format(url: unknown): string {
  if (url instanceof URL) return url.href;
  if (typeof url === 'string') return parse(url).href as string;
  const {
    protocol = '',
    auth,
    host,
    hostname = '',
    port,
    pathname = '',
    search = '',
    hash = '',
  } = url as Record<string, string>;
  const authority = host ?? `${hostname}${port ? `:${port}` : ''}`;
  const scheme = protocol && !protocol.endsWith(':') ? `${protocol}:` : protocol;
  return `${scheme}${authority ? `//${auth ? `${auth}@` : ''}${authority}` : ''}${pathname}${search}${hash}`;
}

function resolve(from: string, to: string): string {
  const base = new URL(from, 'resolve://');
  const { protocol, pathname, search, hash, href } = new URL(to, base);
  return protocol === 'resolve:' ? pathname + search + hash : href;
}

/** Node's older form, for whole URLs and for paths. */
function parse(text: string, withQuery = false): Record<string, unknown> {
  const whole = URL.canParse(text);
  const url = new URL(text, 'http://relative.invalid');
  const { search, hash, pathname } = url;
  const query = search.slice(1);
  const authority = url.username ? `${url.username}${url.password ? `:${url.password}` : ''}` : null;
  return {
    protocol: whole ? url.protocol : null,
    slashes: whole ? true : null,
    auth: authority,
    host: whole ? url.host : null,
    port: url.port || null,
    hostname: whole ? url.hostname : null,
    hash: hash || null,
    search: search || null,
    query: withQuery ? Object.fromEntries(url.searchParams) : query || null,
    pathname,
    path: pathname + search,
    href: whole ? url.href : pathname + search + hash,
  };
}

function coded(error: Error, code: string): Error {
  return Object.assign(error, { code });
}
