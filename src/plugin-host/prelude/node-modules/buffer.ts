import { TextDecoder, TextEncoder } from '@exodus/bytes/encoding-lite.js';
import * as library from 'buffer/';

type Encode = (options?: { alphabet?: string; omitPadding?: boolean }) => string;
interface NativeCodecs {
  toBase64: Encode;
  toHex(): string;
}

/** Text in these is made natively: the package's own way takes seconds for a font of ten megabytes. */
const { Buffer } = library;
type Buffer = library.Buffer;
const native = Uint8Array.prototype as unknown as NativeCodecs;
const toBase64 = native.toBase64;
const toHex = native.toHex;
const ownToString = Buffer.prototype.toString;
const ownFrom = Buffer.from as unknown as (...args: unknown[]) => Buffer;
const ownByteLength = Buffer.byteLength;
const ownIsEncoding = Buffer.isEncoding;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Node's `Buffer`, made of the `buffer` package, with what that lacks: `base64url`. */
export function installBuffer(): typeof library.Buffer {
  const isBase64Url = (encoding: unknown) => typeof encoding === 'string' && /^base64url$/i.test(encoding);

  Buffer.prototype.toString = function decode(this: Buffer, encoding?: string, start = 0, end = this.length) {
    const whole = (start <= 0 || !start) && (end === undefined || end >= this.length);
    const part = whole ? this : this.subarray(Math.max(0, start), Math.max(0, Math.min(end, this.length)));
    switch (typeof encoding === 'string' ? encoding.toLowerCase() : 'utf8') {
      case 'base64':
        return toBase64.call(part);
      case 'base64url':
        return toBase64.call(part, { alphabet: 'base64url', omitPadding: true });
      case 'hex':
        return toHex.call(part);
      case 'utf8':
      case 'utf-8':
        return decodeUtf8(part);
      default:
        return ownToString.call(this, encoding as BufferEncoding, start, end);
    }
  } as typeof Buffer.prototype.toString;

  Buffer.from = function from(value: unknown, encoding?: unknown, length?: unknown) {
    if (typeof value !== 'string') return ownFrom(value, encoding, length);
    const name = typeof encoding === 'string' ? encoding.toLowerCase() : 'utf8';
    if (name === 'utf8' || name === 'utf-8') return view(encoder.encode(value));
    if (name === 'base64' || name === 'base64url') return fromBase64(value);
    return ownFrom(value, encoding, length);
  } as typeof Buffer.from;

  Buffer.byteLength = function byteLength(value: string | ArrayBuffer | ArrayBufferView, encoding?: string) {
    if (typeof value === 'string' && isBase64Url(encoding)) return fromBase64(value).length;
    return ownByteLength(value as string, encoding as BufferEncoding);
  } as typeof Buffer.byteLength;

  Buffer.isEncoding = ((encoding: unknown) =>
    isBase64Url(encoding) || ownIsEncoding(encoding as string)) as typeof Buffer.isEncoding;
  return Buffer;
}

/** What `node:buffer` exports here. */
export function bufferModule(): Record<string, unknown> {
  const { kMaxLength, INSPECT_MAX_BYTES, SlowBuffer } = library as unknown as Record<string, unknown>;
  const kStringMaxLength = 2 ** 29 - 24;
  return {
    Buffer,
    SlowBuffer,
    INSPECT_MAX_BYTES,
    kMaxLength,
    kStringMaxLength,
    constants: { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength },
    atob: (text: string) => atob(text),
    btoa: (text: string) => btoa(text),
    isUtf8: (bytes: Uint8Array) => Buffer.from(decodeUtf8(bytes)).equals(bytes as Buffer),
    isAscii: (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80),
  };
}

function view(bytes: Uint8Array): Buffer {
  return ownFrom(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Node keeps a byte order mark, TextDecoder takes it off unless it is told not to. */
function decodeUtf8(bytes: Uint8Array): string {
  const hasMark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? `\uFEFF${decoder.decode(bytes.subarray(3))}` : decoder.decode(bytes);
}

/** As forgiving as Node: either alphabet, with or without padding, other characters passed over. */
function fromBase64(text: string): Buffer {
  const strict = Uint8Array as unknown as { fromBase64(text: string): Uint8Array };
  try {
    return view(strict.fromBase64(text));
  } catch {
    return ownFrom(text.replace(/-/g, '+').replace(/_/g, '/'), 'base64');
  }
}
