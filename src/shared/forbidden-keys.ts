/**
 * The first key among `__proto__`, `constructor`, `prototype` anywhere in a parsed JSON value (ATTACKS 1), as a path,
 * or null. The value comes from JSON, so it has no cycles and its depth was bounded before it was parsed.
 */
export function findForbiddenKey(value: unknown, path = ''): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const key of Object.keys(value)) {
    const here = path === '' ? key : `${path}.${key}`;
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') return here;
    const found = findForbiddenKey((value as Record<string, unknown>)[key], here);
    if (found !== null) return found;
  }
  return null;
}
