import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '../fixtures';
import { processTree, stillRunning } from '../fixtures/processes';

test.skip(process.platform !== 'linux', 'reads /proc');

// Started without Playwright, whose own debugging connection is a port.
test('the app opens no listening port', async ({ home }) => {
  const child = start(home);
  const pid = child.pid as number;
  const running = () => processTree(pid).some(({ command }) => /engine[\\/]engine\.js/.test(command));
  try {
    const database = join(home, 'data', 'secagent.db');
    await expect.poll(() => running() && existsSync(database), { timeout: 20_000 }).toBe(true);
    const renderers = () =>
      processTree(pid).filter(({ command }) => command.includes('--type=renderer')).length;
    await expect.poll(renderers, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(listening(processTree(pid).map((process) => process.pid))).toEqual([]);
  } finally {
    const processes = processTree(pid);
    child.kill('SIGTERM');
    await expect.poll(() => stillRunning(processes), { timeout: 15_000 }).toEqual([]);
  }
});

function start(home: string): ChildProcess {
  const project = join(import.meta.dirname, '..', '..');
  const electron = createRequire(import.meta.url)('electron') as unknown as string;
  const root = process.getuid?.() === 0;
  return spawn(electron, [...(root ? ['--no-sandbox'] : []), project], {
    env: { ...process.env, SECAGENT_HOME: home },
    stdio: 'ignore',
  });
}

/** Local addresses of TCP sockets in state LISTEN that one of the processes holds. */
function listening(pids: number[]): string[] {
  const inodes = new Map<string, string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    if (!existsSync(table)) continue;
    for (const line of readFileSync(table, 'utf8').trim().split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields[3] === '0A') inodes.set(`socket:[${fields[9]}]`, fields[1] ?? '');
    }
  }
  return pids.flatMap((pid) => descriptors(pid).flatMap((target) => inodes.get(target) ?? []));
}

function descriptors(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    return []; // it ended, or a descriptor closed, while we looked
  }
}
