import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { SecAgentError } from '../../shared/errors';
import type { Directories } from '../directories';
import { isProcessAlive } from '../process-alive';
import { writeFileAtomic } from '../storage';
import { names } from './layout';

const LOCK_WAIT_MS = 10_000;
const LOCK_STEP_MS = 50;

/** Makes `folder`, an unpacked backup, the one the next start puts in place of everything. */
export function scheduleRestore(folder: string, { restore }: Directories): void {
  rmSync(join(restore, 'old'), { recursive: true, force: true });
  rmSync(join(restore, 'ready'), { recursive: true, force: true });
  renameSync(folder, join(restore, 'ready'));
  writeFileAtomic(marker(restore), JSON.stringify({ at: Date.now() }));
}

/**
 * Puts a scheduled backup in place, before the database is opened. Each step is a rename that is repeated until it is
 * done, so a kill at any moment leaves a state the next start completes. What can't be completed is undone.
 * @returns why it was undone, or whether one was put in place
 */
export function finishRestore(directories: Directories): 'none' | 'restored' | { failed: string } {
  const { restore } = directories;
  if (!existsSync(restore)) return 'none';
  if (!existsSync(marker(restore))) {
    sweep(restore);
    return 'none';
  }
  return exclusively(restore, () => {
    if (!existsSync(marker(restore))) return 'restored'; // by the process that had the lock
    const moves = movesOf(directories);
    let failure: string | null = null;
    try {
      mkdirSync(join(restore, 'old'), { recursive: true, mode: 0o700 });
      for (const move of moves) putInPlace(move);
      putSettings(directories);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      for (const move of moves.toReversed()) putBack(move);
    }
    rmSync(marker(restore), { force: true });
    sweep(restore);
    return failure === null ? 'restored' : { failed: failure };
  });
}

interface Move {
  fresh: string;
  target: string;
  old: string;
  /** files that belong to the target, like SQLite's journals */
  companions: string[];
}

function movesOf({ restore, database, store, pluginData }: Directories): Move[] {
  const move = (name: string, target: string, companions: string[] = []): Move => ({
    fresh: join(restore, 'ready', name),
    target,
    old: join(restore, 'old', name),
    companions,
  });
  return [move(names.database, database, ['-wal', '-shm']), move('store', store), move('data', pluginData)];
}

function putInPlace({ fresh, target, old, companions }: Move): void {
  if (!existsSync(fresh)) return; // this one stands already
  for (const suffix of ['', ...companions]) {
    if (!existsSync(target + suffix)) continue;
    // What another process made there meanwhile is nobody's work.
    const aside = existsSync(old + suffix) ? `${old}${suffix}.${randomUUID()}` : old + suffix;
    renameSync(target + suffix, aside);
  }
  renameSync(fresh, target);
}

function putBack({ fresh, target, old, companions }: Move): void {
  if (!existsSync(old)) return;
  if (existsSync(target)) renameSync(target, `${fresh}.undone`);
  for (const suffix of ['', ...companions]) {
    if (existsSync(old + suffix)) renameSync(old + suffix, target + suffix);
  }
}

/** Copied, not moved: the folder of settings may be on another disk. */
function putSettings({ restore, config }: Directories): void {
  const target = join(config, names.settings);
  const old = join(restore, 'old', names.settings);
  if (existsSync(target) && !existsSync(old)) copyFileSync(target, old);
  writeFileAtomic(target, readFileSync(join(restore, 'ready', names.settings), 'utf8'));
}

/** Removes what is complete, and what dead processes left. */
function sweep(restore: string): void {
  for (const name of readdirSync(restore)) {
    const pid = /^\d+-/.test(name) ? Number.parseInt(name, 10) : 0;
    if (pid > 0 && (pid === process.pid || isProcessAlive(pid))) continue;
    if (name === 'lock' && isProcessAlive(holderOf(join(restore, name)))) continue;
    try {
      rmSync(join(restore, name), { recursive: true, force: true });
    } catch {
      // Another program has a file of it open (Windows): the next start removes it.
    }
  }
}

/** Window and command line may start at the same moment. */
function exclusively<T>(restore: string, work: () => T): T {
  const lock = join(restore, 'lock');
  for (let waited = 0; ; waited += LOCK_STEP_MS) {
    try {
      const descriptor = openSync(lock, 'wx', 0o600);
      writeSync(descriptor, String(process.pid));
      closeSync(descriptor);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (!isProcessAlive(holderOf(lock))) rmSync(lock, { force: true });
      else if (waited >= LOCK_WAIT_MS) {
        throw new SecAgentError(
          'engine_starting',
          'another SecAgent is restoring a backup; try again in a moment',
        );
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_STEP_MS);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function holderOf(lock: string): number {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10) || process.ppid;
  } catch {
    return process.ppid; // gone just now: look again
  }
}

function marker(restore: string): string {
  return join(restore, 'pending.json');
}
