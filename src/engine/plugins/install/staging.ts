import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { SecAgentError } from '../../../shared/errors';
import { isProcessAlive } from '../../process-alive';
import type { PackageFile } from './read-zip';

/** A candidate folder: `<staging>/<pid>-<uuid>/package/`. The process id tells the sweep whose it is. */
export function createStagingFolder(staging: string): string {
  const folder = join(staging, `${process.pid}-${randomUUID()}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Writes the files below `directory` and returns digest (SHA-256 over sorted paths and contents), bytes and count.
 * @throws `disk_full`, `package_bomb`, `package_damaged`
 */
export async function writeFiles(
  files: readonly PackageFile[],
  directory: string,
): Promise<{ digest: string; bytes: number; count: number }> {
  const lines: string[] = [];
  const made = new Set<string>();
  let bytes = 0;
  let sinceYield = 0;
  for (const file of files) {
    const data = file.read();
    const target = join(directory, file.path);
    const parent = dirname(target);
    try {
      if (!made.has(parent)) mkdirSync(parent, { recursive: true });
      made.add(parent);
      // `wx` never follows or replaces anything that is already there.
      writeFileSync(target, data, { flag: 'wx', mode: 0o644 });
    } catch (error) {
      throw describeWriteError(error, file.path);
    }
    lines.push(digestLine(file.path, data));
    bytes += data.length;
    sinceYield += data.length + 4096;
    if (sinceYield > 4 * 1024 * 1024) {
      sinceYield = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const digest = digestOf(lines);
  return { digest, bytes, count: files.length };
}

/**
 * The digest of a tree as it is on disk now, or null when something in it is no regular file or folder: what was
 * agreed to is this digest, and files can change after (ATTACKS 23).
 */
export function treeDigest(directory: string): string | null {
  if (!lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return null;
  const lines: string[] = [];
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) return null;
    const path = join(entry.parentPath, entry.name);
    lines.push(digestLine(relative(directory, path).split(sep).join('/'), readFileSync(path)));
  }
  return digestOf(lines);
}

function digestLine(path: string, data: Uint8Array): string {
  return `${path}\0${data.length}\0${createHash('sha256').update(data).digest('hex')}\n`;
}

function digestOf(lines: string[]): string {
  return createHash('sha256').update(lines.sort().join('')).digest('hex');
}

/** Removes what dead processes left in staging (start-up repair). */
export function sweepStaging(staging: string): void {
  for (const name of readdirSync(staging)) {
    const pid = Number.parseInt(name, 10);
    if (pid === process.pid || (pid > 0 && isProcessAlive(pid))) continue;
    rmSync(join(staging, name), { recursive: true, force: true });
  }
}

function describeWriteError(error: unknown, name: string): SecAgentError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new SecAgentError(
      'disk_full',
      'the disk is full; nothing was installed',
      { name },
      { cause: error },
    );
  }
  return new SecAgentError(
    'install_failed',
    `${name} can't be written (${code ?? 'unknown reason'})`,
    { name },
    { cause: error },
  );
}
