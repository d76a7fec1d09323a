import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { protocol, type Session } from 'electron';

/** Where every page of the app comes from. A scheme of our own instead of `file:`: it has an origin to check. */
export const APP_ORIGIN = 'app://secagent';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** By header, so that no page can be served without it (ATTACKS 20, 24). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** Has to run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

export function serveApp(session: Session, folder: string): void {
  session.protocol.handle('app', async (request) => {
    const file = request.method === 'GET' ? fileFor(request.url, folder) : null;
    const type = file && contentTypes[extname(file)];
    if (!file || !type) return new Response(null, { status: 404, headers });
    try {
      return new Response(await readFile(file), { headers: { ...headers, 'Content-Type': type } });
    } catch {
      return new Response(null, { status: 404, headers }); // not in the bundle
    }
  });
}

/** The file a URL names inside `folder`, or null for another origin or a path that leaves it. */
export function fileFor(url: string, folder: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol: scheme, host, pathname } = new URL(url);
  if (`${scheme}//${host}` !== APP_ORIGIN) return null;
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null; // a broken escape names nothing
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const file = join(folder, path);
  return file.startsWith(resolve(folder) + sep) ? file : null;
}
