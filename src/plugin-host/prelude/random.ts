import { subtle } from './subtle';

const POOL_BYTES = 4_096;
const MAX_BYTES = 65_536;

/** crypto with the process's random bytes, fetched in pools. */
export function makeCrypto(randomBytes: (count: number) => ArrayBuffer): Record<string, unknown> {
  let pool = new Uint8Array(0);
  let used = 0;
  const draw = (target: Uint8Array) => {
    for (let at = 0; at < target.length; ) {
      if (used === pool.length) {
        pool = new Uint8Array(randomBytes(Math.max(POOL_BYTES, target.length - at)));
        used = 0;
      }
      const count = Math.min(pool.length - used, target.length - at);
      target.set(pool.subarray(used, used + count), at);
      used += count;
      at += count;
    }
  };
  return {
    getRandomValues(array: unknown) {
      if (
        !ArrayBuffer.isView(array) ||
        array instanceof DataView ||
        array instanceof Float32Array ||
        array instanceof Float64Array
      ) {
        throw new DOMException('getRandomValues needs an integer typed array', 'TypeMismatchError');
      }
      if (array.byteLength > MAX_BYTES)
        throw new DOMException(`more than ${MAX_BYTES} bytes at once`, 'QuotaExceededError');
      draw(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return array;
    },
    subtle,
    randomUUID() {
      const bytes = new Uint8Array(16);
      draw(bytes);
      bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}
