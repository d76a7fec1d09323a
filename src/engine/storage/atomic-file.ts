import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Replaces a file so that a reader, or a kill at any moment, sees the old text or the new one, never a part. */
export function writeFileAtomic(path: string, text: string, mode = 0o600): void {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    const fd = openSync(temporary, 'wx', mode);
    try {
      writeSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
