/**
 * Takes resizable buffers away: isolated-vm counts what an ArrayBuffer has when it is made, and not what it may grow to, so they
 * escape the heap limit (ATTACKS 5). For boot, before any code of the plugin runs.
 */
export function fixBuffers(): void {
  const Native = ArrayBuffer;
  function GuestArrayBuffer(this: unknown, length?: unknown, options?: { maxByteLength?: unknown }) {
    if (!new.target) throw new TypeError("Constructor ArrayBuffer requires 'new'");
    if (typeof options === 'object' && options !== null && options.maxByteLength !== undefined)
      throw new RangeError('buffers that can be resized are not there');
    return Reflect.construct(Native, [length], new.target === GuestArrayBuffer ? Native : new.target);
  }
  Object.defineProperties(GuestArrayBuffer, {
    name: { value: 'ArrayBuffer', configurable: true },
    length: { value: 1, configurable: true },
    prototype: { value: Native.prototype, writable: false },
    isView: { value: Native.isView, writable: true, configurable: true },
    [Symbol.species]: { get: () => GuestArrayBuffer, configurable: true },
  });
  Object.defineProperty(Native.prototype, 'constructor', {
    value: GuestArrayBuffer,
    writable: true,
    configurable: true,
  });
  Object.defineProperty(globalThis, 'ArrayBuffer', {
    value: GuestArrayBuffer,
    writable: true,
    configurable: true,
  });
}
