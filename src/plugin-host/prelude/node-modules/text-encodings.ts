import { isomorphicDecode, isomorphicEncode, TextDecoder, TextEncoder } from '@exodus/bytes/encoding-lite.js';

/** Encodings of `Buffer` that are made here; the package makes the others (`ascii`, `utf16le`). */
export type TextEncoding = 'utf8' | 'latin1' | 'hex' | 'base64' | 'base64url';

/** V8's own, taken before any code of the plugin ran. */
interface NativeBytes {
  toBase64(options?: { alphabet?: string; omitPadding?: boolean }): string;
  toHex(): string;
}
interface NativeConstructor {
  fromBase64(text: string): Uint8Array;
  fromHex(text: string): Uint8Array;
}
let toBase64: NativeBytes['toBase64'];
let toHex: NativeBytes['toHex'];
let fromBase64: NativeConstructor['fromBase64'];
let fromHex: NativeConstructor['fromHex'];
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** For boot: V8 puts them into a context when it is made, and not into the snapshot. */
export function openTextEncodings(): void {
  ({ toBase64, toHex } = Uint8Array.prototype as unknown as NativeBytes);
  ({ fromBase64, fromHex } = Uint8Array as unknown as NativeConstructor);
}

export function textEncoding(name: unknown): TextEncoding | null {
  switch (String(name).toLowerCase()) {
    case 'utf8':
    case 'utf-8':
      return 'utf8';
    case 'latin1':
    case 'binary':
      return 'latin1';
    case 'hex':
      return 'hex';
    case 'base64':
      return 'base64';
    case 'base64url':
      return 'base64url';
    default:
      return null;
  }
}

export function decodeAs(encoding: TextEncoding, bytes: Uint8Array): string {
  switch (encoding) {
    case 'utf8':
      return decodeUtf8(bytes);
    case 'latin1':
      return isomorphicDecode(bytes);
    case 'hex':
      return toHex.call(bytes);
    case 'base64':
      return toBase64.call(bytes);
    case 'base64url':
      return toBase64.call(bytes, { alphabet: 'base64url', omitPadding: true });
  }
}

export function encodeAs(encoding: TextEncoding, text: string): Uint8Array {
  switch (encoding) {
    case 'utf8':
      return encoder.encode(text);
    case 'latin1':
      return encodeLatin1(text);
    case 'hex':
      return encodeHex(text);
    case 'base64':
    case 'base64url':
      return encodeBase64(text);
  }
}

/** Node keeps a byte order mark, TextDecoder takes it off. */
function decodeUtf8(bytes: Uint8Array): string {
  const hasMark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? `\uFEFF${decoder.decode(bytes.subarray(3))}` : decoder.decode(bytes);
}

/** The lower half of each unit, as Node does. */
function encodeLatin1(text: string): Uint8Array {
  try {
    return isomorphicEncode(text);
  } catch {
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  }
}

/** Up to the first character that is none of hex. */
function encodeHex(text: string): Uint8Array {
  const end = text.search(/[^0-9a-fA-F]/);
  const length = end < 0 ? text.length : end;
  return fromHex.call(Uint8Array, text.slice(0, length - (length % 2)));
}

/** As forgiving as Node: either alphabet, with or without padding, other characters passed over, nothing after `=`. */
function encodeBase64(text: string): Uint8Array {
  try {
    return fromBase64.call(Uint8Array, text);
  } catch {
    const end = text.indexOf('=');
    const characters = (end < 0 ? text : text.slice(0, end))
      .replace(/-/g, '+')
      .replace(/_/g, '/')
      .replace(/[^A-Za-z0-9+/]/g, '');
    const whole = characters.length % 4 === 1 ? characters.slice(0, -1) : characters;
    return fromBase64.call(Uint8Array, whole);
  }
}
