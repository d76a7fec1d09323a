import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';

const digests: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  'SHA-1': sha1,
  'SHA-256': sha256,
  'SHA-384': sha384,
  'SHA-512': sha512,
};

/** `crypto.subtle` as far as S20 names it: digests. */
export const subtle = Object.freeze({
  async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    const name =
      typeof algorithm === 'object' && algorithm !== null
        ? (algorithm as { name?: unknown }).name
        : algorithm;
    const key = String(name).toUpperCase();
    const digest = Object.hasOwn(digests, key) ? digests[key] : undefined;
    if (!digest) throw new DOMException(`the algorithm ${String(name)} is not there`, 'NotSupportedError');
    // A copy: what is written to the data later must not change the result.
    return digest(bytesOf(data).slice()).slice().buffer as ArrayBuffer;
  },
});

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new TypeError('The data must be an ArrayBuffer or a view of one');
}
