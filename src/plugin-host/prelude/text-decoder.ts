import { TextDecoder } from '@exodus/bytes/encoding-lite.js';

/** Decodes whole texts outside, where the tables are; null when `fatal` and the bytes are not well-formed. */
export type DecodeText = (bytes: Uint8Array, encoding: string, fatal: boolean) => string | null;

const OUTSIDE = ['gbk', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'iso-2022-jp', 'shift_jis'];

/**
 * TextDecoder for every encoding of the standard: those of East Asia, which school programs still write, are decoded by the
 * process, which has their tables anyway. Pieces of a stream in one of these are put together first.
 */
export function installTextDecoder(
  define: (name: string, value: unknown) => void,
): (decodeText: DecodeText) => void {
  let decodeText: DecodeText = () => null;

  class GuestTextDecoder extends TextDecoder {
    #pieces: Uint8Array[] = [];

    override decode(input?: BufferSource, options: { stream?: boolean } = {}): string {
      if (!OUTSIDE.includes(this.encoding)) return super.decode(input as never, options);
      if (input !== undefined) this.#pieces.push(copyOf(input));
      if (options.stream) return '';
      const bytes = concat(this.#pieces);
      this.#pieces = [];
      const text = decodeText(bytes, this.encoding, this.fatal);
      if (text === null) throw new TypeError(`The encoded data was not valid for encoding ${this.encoding}`);
      return text;
    }
  }
  Object.defineProperty(GuestTextDecoder, 'name', { value: 'TextDecoder' });
  define('TextDecoder', GuestTextDecoder);
  return (opened) => {
    decodeText = opened;
  };
}

function copyOf(input: BufferSource): Uint8Array {
  const bytes = ArrayBuffer.isView(input)
    ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
    : new Uint8Array(input);
  return bytes.slice();
}

function concat(pieces: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
