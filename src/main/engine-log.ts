import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

const MAX_BYTES = 2 * 1024 * 1024;

export interface EngineLog {
  follow(stream: Readable): void;
  line(text: string): void;
}

/** What the engine prints, kept for reports of trouble: the current file and one older, 2 MiB each at most. */
export function openEngineLog(file: string): EngineLog {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;

  const append = (bytes: Buffer) => {
    try {
      if (size + bytes.length > MAX_BYTES) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, bytes.subarray(0, MAX_BYTES), { mode: 0o600 });
      size += bytes.length;
    } catch {
      // A full disk must not take the window down; the engine reports it where it matters.
      size = 0;
    }
  };

  return {
    follow: (stream) => void stream.on('data', (chunk: Buffer) => append(chunk)),
    line: (text) => append(Buffer.from(`${new Date().toISOString()} ${text}\n`)),
  };
}
