import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { frameTransport, hostFrameLimits, Peer, type PeerHandlers } from '../../rpc';
import { SecAgentError } from '../../shared/errors';

export interface HostProcess {
  readonly peer: Peer;
  readonly pid: number;
  /** resolves when the process is gone, with the end of what it wrote to stderr */
  readonly exited: Promise<{ code: number | null; signal: string | null; stderr: string }>;
  /** Resolves when it has taken what was sent, or is gone. One answer at a time: it reads them from a pipe. */
  roomToSend(): Promise<void>;
  kill(): void;
}

const STDERR_KEPT = 4_096;
/** a step below what everything else runs at */
const NICE = 5;

/** Starts the process of one plugin: no network, no writes, no children, no workers; reads its own code and that package (S10). */
export function spawnHost(
  paths: { nodePath: string; hostEntry: string; packageDirectory: string },
  handlers: PeerHandlers,
): HostProcess {
  const child = spawn(paths.nodePath, hostArguments(paths.hostEntry, paths.packageDirectory), {
    // Nothing of ours; a plugin's `Intl` and `Date` still speak the user's time.
    env: environment(),
    cwd: dirname(realpathSync(paths.hostEntry)),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  yieldToWindow(child.pid);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  child.stdin.on('error', () => undefined); // the exit tells it better
  const peer = new Peer(
    frameTransport(child.stdout, child.stdin, hostFrameLimits),
    handlers,
    () => new SecAgentError('plugin_crashed', "the plugin's process ended"),
  );
  return {
    peer,
    pid: child.pid ?? 0,
    exited: whenGone(child, () => stderr),
    roomToSend: inTurn(() => drained(child.stdin)),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Thirty plugins that start at once must leave the window its share of a small computer. Where that can't be said, nothing is lost. */
function yieldToWindow(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // It has ended already, or the system has no such thing.
  }
}

/** Of those who wait at once, each goes on a turn of the event loop after the one before: by then that one has sent. */
function inTurn(ready: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise<void>((done) => setImmediate(done))).then(ready);
    return last;
  };
}

async function drained(stdin: Writable): Promise<void> {
  while (stdin.writable && stdin.writableNeedDrain) {
    await new Promise<void>((done) => {
      const settled = () => {
        stdin.off('drain', settled).off('close', settled);
        done();
      };
      stdin.once('drain', settled).once('close', settled);
    });
  }
}

function whenGone(child: ChildProcess, stderr: () => string): HostProcess['exited'] {
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve({ code: null, signal: null, stderr: `cannot start: ${error.message}` }),
    );
    child.once('close', (code, signal) => resolve({ code, signal, stderr: stderr() }));
  });
}

/** What can be told of an end nobody asked for. */
export function crashReason(signal: string | null, stderr: string): string {
  if (stderr.startsWith('cannot start:')) return `its process ${stderr}`;
  if (/out of memory|heap limit|Allocation failed|memory limit/i.test(stderr))
    return 'the plugin ran out of memory';
  return `its process ended unexpectedly${signal ? ` (${signal})` : ''}`;
}

export function hostArguments(hostEntry: string, packageDirectory: string): string[] {
  const entry = realpathSync(hostEntry);
  const isolatedVm = dirname(createRequire(entry).resolve('isolated-vm/package.json'));
  const nodeGypBuild = dirname(
    createRequire(join(isolatedVm, 'package.json')).resolve('node-gyp-build/package.json'),
  );
  const readable = [
    entry,
    join(dirname(entry), 'prelude.js'),
    join(dirname(entry), 'prelude.snapshot'),
    realpathSync(isolatedVm),
    realpathSync(nodeGypBuild),
    ...packageJsonsAbove(entry),
    '/etc/alpine-release', // node-gyp-build looks there for the kind of libc
    realpathSync(packageDirectory),
  ];
  return [
    '--no-node-snapshot', // isolated-vm needs it
    '--no-experimental-sqlite', // could write any file
    '--disable-sigusr1', // would open a debugger's port
    '--permission',
    '--allow-addons', // dropped once isolated-vm is loaded
    '--disable-warning=PERM0001',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    entry,
  ];
}

/** Node asks these whether the entry is an ES module. */
function packageJsonsAbove(file: string): string[] {
  const found: string[] = [];
  for (let directory = dirname(file); ; directory = dirname(directory)) {
    const path = join(directory, 'package.json');
    if (existsSync(path)) found.push(path);
    if (directory === dirname(directory)) return found;
  }
}

function environment(): Record<string, string> {
  const kept: Record<string, string> = {
    TZ: process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  // Windows starts no process without it.
  if (process.platform === 'win32' && process.env.SystemRoot) kept.SystemRoot = process.env.SystemRoot;
  return kept;
}
