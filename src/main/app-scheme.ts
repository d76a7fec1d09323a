import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { protocol, type Session } from 'electron';
import { fileFor } from './app-address';

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
