/** Keys that reach an object's prototype when merged; refused wherever third-party JSON comes in (DESIGN §6). */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** `JSON.parse` for UTF-8 text that may start with a BOM (S5). */
export function parseJson(text: string): unknown {
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Path of the first forbidden key in a JSON value, like `/a/__proto__`, or null (ATTACKS 1). */
export function findForbiddenKey(value: unknown, path = ''): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const key of Object.getOwnPropertyNames(value)) {
    if (forbiddenKeys.has(key)) return `${path}/${key}`;
    const found = findForbiddenKey((value as Record<string, unknown>)[key], `${path}/${key}`);
    if (found) return found;
  }
  return null;
}

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
