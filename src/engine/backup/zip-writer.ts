import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw) as (data: Uint8Array) => Promise<Buffer>;

/** Beyond this a zip needs its 64-bit form, which readers treat with suspicion, ours among them. */
const MAX_BYTES = 0xffff_ffff;
const MAX_ENTRIES = 0xffff;

/**
 * Writes a zip file entry by entry: never more than one file is in memory, as a library's whole-archive form would
 * have it. It has its name only once it is complete.
 */
export class ZipWriter {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #central: Buffer[] = [];
  #offset = 0;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(`${path}.partial`, 'w', 0o600);
  }

  async add(name: string, data: Uint8Array): Promise<void> {
    const packed = await deflate(data);
    const offset = this.#offset;
    if (offset + packed.length + data.length > MAX_BYTES || this.#central.length >= MAX_ENTRIES) {
      throw new RangeError('a backup can hold 4 GiB and 65,535 files');
    }
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(22);
    fields.writeUInt16LE(0x800, 0); // names are UTF-8
    fields.writeUInt16LE(8, 2); // deflated
    fields.writeUInt32LE(dosTime(new Date()), 4);
    fields.writeUInt32LE(crc32(data), 8);
    fields.writeUInt32LE(packed.length, 12);
    fields.writeUInt32LE(data.length, 16);
    fields.writeUInt16LE(nameBytes.length, 20);
    this.#write(u32(0x04034b50), u16(20), fields, u16(0), nameBytes, packed);
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE((0o100600 << 16) >>> 0, 8);
    tail.writeUInt32LE(offset, 12);
    this.#central.push(
      Buffer.concat([u32(0x02014b50), u16((3 << 8) | 20), u16(20), fields, tail, nameBytes]),
    );
  }

  /** Puts the complete file in its place and returns its size. */
  finish(): number {
    const start = this.#offset;
    this.#write(...this.#central);
    const count = u16(this.#central.length);
    this.#write(u32(0x06054b50), u32(0), count, count, u32(this.#offset - start), u32(start), u16(0));
    fsyncSync(this.#descriptor);
    this.#close();
    renameSync(`${this.#path}.partial`, this.#path);
    return this.#offset;
  }

  /** Leaves nothing behind. */
  abandon(): void {
    this.#close();
    rmSync(`${this.#path}.partial`, { force: true });
  }

  #close(): void {
    if (!this.#closed) closeSync(this.#descriptor);
    this.#closed = true;
  }

  #write(...pieces: Buffer[]): void {
    for (const piece of pieces) {
      for (let written = 0; written < piece.length; ) {
        written += writeSync(this.#descriptor, piece, written);
      }
      this.#offset += piece.length;
    }
  }
}

function dosTime(at: Date): number {
  const date = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}

function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
