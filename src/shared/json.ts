/** `JSON.parse` for UTF-8 text that may start with a BOM (S5). */
export function parseJson(text: string): unknown {
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
