/**
 * Built-ins as they were before any code of the plugin ran. Checks, limits and the accounting of what leaves the isolate
 * use these: a plugin may replace `JSON.parse`, `Map.prototype.delete` or the getter of `byteLength`, and that is its
 * own affair (ATTACKS 2, 6).
 */
export const { stringify, parse } = JSON;
export const { now } = Date;
export const { min, max, trunc } = Math;
export const { isArray } = Array;

const { apply } = Reflect;

/** `method.call(self, ...args)` for a method taken now. */
function unbound<S, A extends unknown[], R>(method: (this: S, ...args: A) => R): (self: S, ...args: A) => R {
  return (self, ...args) => apply(method, self, args);
}

function getter<S, R>(prototype: object, name: string | symbol): (self: S) => R {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) as { get(): R };
  return (self) => apply(get, self, []);
}

/** `pattern.exec(text)`; `test` would look `exec` up on the prototype again. */
export const execRegExp = unbound(RegExp.prototype.exec);
export const sliceText = unbound(String.prototype.slice);
export const includesText = unbound(String.prototype.includes);
const charCodeAt = unbound(String.prototype.charCodeAt);
export const NativeRegExp = RegExp;
/** something to wait for that is over: what follows it runs at the end of the turn */
export const resolved = Promise.resolve();
export const promiseThen = unbound(Promise.prototype.then) as (
  promise: Promise<unknown>,
  fulfilled: (value: never) => unknown,
  rejected?: (error: unknown) => unknown,
) => Promise<unknown>;

const bytesOf = getter<ArrayBufferLike, number>(ArrayBuffer.prototype, 'byteLength');
const bufferOf = getter<Uint8Array, ArrayBufferLike>(Object.getPrototypeOf(Uint8Array.prototype), 'buffer');
/** What crosses with a view is the whole buffer behind it. Throws for what is no view of bytes. */
export const bufferBytes = (view: Uint8Array): number => bytesOf(bufferOf(view));

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    if (code >= 0x800 && (code < 0xd800 || code > 0xdfff)) bytes += 2;
    else if (code >= 0x80) bytes += 1; // two halves of a pair make four bytes
  }
  return bytes;
}

/** A Map whose methods cannot be replaced: they are its own. */
export interface SafeMap<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): void;
  delete(key: K): boolean;
  clear(): void;
  size(): number;
  each(visit: (value: V, key: K) => void): void;
}

const NativeMap = Map;
const mapMethods = {
  get: unbound(Map.prototype.get),
  has: unbound(Map.prototype.has),
  set: unbound(Map.prototype.set),
  delete: unbound(Map.prototype.delete),
  clear: unbound(Map.prototype.clear),
  each: unbound(Map.prototype.forEach),
  size: getter<Map<unknown, unknown>, number>(Map.prototype, 'size'),
};

export function safeMap<K, V>(): SafeMap<K, V> {
  const map = new NativeMap<unknown, unknown>();
  return {
    get: (key) => mapMethods.get(map, key) as V | undefined,
    has: (key) => mapMethods.has(map, key),
    set: (key, value) => void mapMethods.set(map, key, value),
    delete: (key) => mapMethods.delete(map, key),
    clear: () => mapMethods.clear(map),
    size: () => mapMethods.size(map),
    each: (visit) => mapMethods.each(map, (value, key) => visit(value as V, key as K)),
  };
}
