/** Where a plugin believes its package is: real paths would tell it the user's name. */
export const PACKAGE_ROOT = '/plugin';

/**
 * The path inside the package that a plugin means: relative to `from` (a file of the package), absolute below its own root, or a
 * `file:` URL; null when it leads out. The same for imports, at the check before installing and when they are loaded.
 */
export function packagePath(given: string, from = ''): string | null {
  let path = given;
  if (/^file:/i.test(path)) {
    if (!URL.canParse(path)) return null;
    try {
      path = decodeURIComponent(new URL(path).pathname);
    } catch {
      return null; // a percent sign that encodes nothing
    }
  }
  path = path.replace(/\\/g, '/');
  if (path === PACKAGE_ROOT) return '';
  if (path.startsWith(`${PACKAGE_ROOT}/`)) path = path.slice(PACKAGE_ROOT.length + 1);
  else if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return null;
  else path = from.includes('/') ? `${from.slice(0, from.lastIndexOf('/'))}/${path}` : path;

  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else parts.push(part);
  }
  return parts.join('/');
}

/** What `import` of `specifier` in `from` means: a file of the package, or null for what is none. Queries and fragments are dropped. */
export function importedFile(specifier: string, from: string): string | null {
  if (!/^(?:\.\.?\/|\/plugin\/|file:\/\/\/plugin\/)/.test(specifier) || specifier.endsWith('.node'))
    return null;
  return packagePath(specifier.replace(/[?#].*$/, ''), from);
}
