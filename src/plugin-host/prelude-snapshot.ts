import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';

/**
 * The file `prelude.snapshot`: a digest, then the V8 snapshot of an isolate that has evaluated the prelude. V8 aborts the
 * process over a snapshot it cannot use, so the digest covers what made it as well: one of another Node, V8, system or
 * processor, and one that is damaged, are the same as none. It is our own build's, never from outside (DESIGN §6).
 */
const DIGEST_BYTES = 32;

/** The snapshot, or null when there is none that this process can start from: the prelude is evaluated then. */
export function readSnapshot(file: string): ArrayBuffer | null {
  const content = readWhole(file);
  return content?.digest.equals(digestOf(content.snapshot)) ? content.snapshot : null;
}

/** For the build. Takes the old one's place at once, so that no process reads half a file. */
export function writeSnapshot(file: string, snapshot: ArrayBuffer): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, Buffer.concat([digestOf(snapshot), new Uint8Array(snapshot)]));
  renameSync(unfinished, file);
}

/** Read to where it stays: another copy of it would cost each process as much again. */
function readWhole(file: string): { digest: Buffer; snapshot: ArrayBuffer } | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return null; // not built, or not for this platform
  }
  try {
    const bytes = fstatSync(descriptor).size - DIGEST_BYTES;
    if (bytes <= 0) return null;
    const digest = Buffer.alloc(DIGEST_BYTES);
    const snapshot = new ArrayBuffer(bytes);
    readSync(descriptor, digest);
    const read = readSync(descriptor, new Uint8Array(snapshot));
    return read === bytes ? { digest, snapshot } : null;
  } finally {
    closeSync(descriptor);
  }
}

function digestOf(snapshot: ArrayBuffer): Buffer {
  const { versions, platform, arch } = process;
  return createHash('sha256')
    .update(`node ${versions.node} v8 ${versions.v8} ${platform} ${arch}\n`)
    .update(new Uint8Array(snapshot))
    .digest();
}
