/**
 * The first key among `__proto__`, `constructor`, `prototype` anywhere in a parsed JSON value (ATTACKS 1), as a path,
 * or null. The value comes from JSON, so it has no cycles and its depth was bounded before it was parsed.
 */
export function findForbiddenKey(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  // Every message is looked through, mostly in vain: no list of keys for an array, no path before there is something to say.
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = findForbiddenKey(value[index]);
      if (found !== null) return `${index}.${found}`;
    }
    return null;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') return key;
    const found = findForbiddenKey((value as Record<string, unknown>)[key]);
    if (found !== null) return `${key}.${found}`;
  }
  return null;
}
