import { join, resolve, sep } from 'node:path';

/** Where every page of the app comes from. A scheme of our own instead of `file:`: it has an origin to check. */
export const APP_ORIGIN = 'app://secagent';

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
