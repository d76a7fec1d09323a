import * as library from 'buffer/';
import { utf8Bytes } from '../intrinsics';
import { decodeAs, encodeAs, type TextEncoding, textEncoding } from './text-encodings';

const { Buffer } = library;
type Buffer = library.Buffer;

const ownToString = Buffer.prototype.toString;
const ownFrom = Buffer.from as unknown as (...args: unknown[]) => Buffer;
const ownByteLength = Buffer.byteLength as (value: unknown, encoding?: string) => number;
const ownWrite = Buffer.prototype.write;
const isEncoding = Buffer.isEncoding;

/**
 * Node's `Buffer`, made of the `buffer` package, with what that lacks (`base64url`, `equals` of any bytes). Text is made and read
 * in text-encodings.ts: the package goes through arrays of numbers, and a font of ten megabytes would fill the isolate's heap.
 */
export function installBuffer(): typeof library.Buffer {
  Object.assign(Buffer, { from, byteLength, isEncoding: isKnown });
  Object.assign(Buffer.prototype, { toString: decode, write, equals });
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
    isUtf8: (bytes: Uint8Array) => equals.call(from(decodeAs('utf8', bytes)), bytes),
    isAscii: (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80),
  };
}

function decode(this: Buffer, encoding?: string, start = 0, end: number = this.length): string {
  const known = textEncoding(encoding ?? 'utf8');
  if (!known) return ownToString.call(this, encoding, start, end);
  const whole = !(start > 0) && !(end < this.length);
  const last = Math.max(0, Math.min(Math.trunc(Number(end)) || 0, this.length));
  return decodeAs(known, whole ? this : this.subarray(Math.max(0, Math.trunc(start)), last));
}

function from(value: unknown, encoding?: unknown, length?: unknown): Buffer {
  const known = typeof value === 'string' ? textEncoding(encoding ?? 'utf8') : null;
  return known ? view(encodeAs(known, value as string)) : ownFrom(value, encoding, length);
}

function byteLength(value: unknown, encoding?: string): number {
  const known = typeof value === 'string' ? textEncoding(encoding ?? 'utf8') : null;
  if (!known) return ownByteLength(value, encoding);
  const text = value as string;
  return known === 'utf8' ? utf8Bytes(text) : estimate(known, text);
}

/** Node's own estimate: for base64 it goes by the length and does not look at the characters. */
function estimate(encoding: Exclude<TextEncoding, 'utf8'>, text: string): number {
  switch (encoding) {
    case 'latin1':
      return text.length;
    case 'hex':
      return text.length >>> 1;
    default: {
      const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
      return Math.floor(((text.length - padding) * 3) / 4);
    }
  }
}

/** `write(text)`, `write(text, encoding)`, `write(text, offset[, length][, encoding])` */
function write(this: Buffer, text: string, ...rest: unknown[]): number {
  const encoding = rest.find((value) => typeof value === 'string');
  const known = typeof text === 'string' ? textEncoding(encoding ?? 'utf8') : null;
  const [offset = 0, length = this.length] = rest.filter((value) => typeof value === 'number') as number[];
  // The package's own way is quicker for little, and does not know base64url.
  const own = !known || (typeof text === 'string' && text.length < 4_096 && known !== 'base64url');
  if (own || offset < 0 || offset > this.length)
    return ownWrite.apply(this, [text, ...rest] as unknown as Parameters<typeof ownWrite>);
  let bytes = encodeAs(known, text);
  const room = Math.min(length, this.length - offset);
  if (bytes.length > room) {
    let end = room;
    // Never half a character.
    if (known === 'utf8') while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
    bytes = bytes.subarray(0, end);
  }
  this.set(bytes, offset);
  return bytes.length;
}

function equals(this: Buffer, other: Uint8Array): boolean {
  return Buffer.compare(this, other) === 0;
}

function isKnown(encoding: unknown): boolean {
  return typeof encoding === 'string' && (textEncoding(encoding) !== null || isEncoding(encoding));
}

function view(bytes: Uint8Array): Buffer {
  return ownFrom(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
