import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { evalTool, hostEntry, startPlugins } from '../../../fixtures/test-plugins';

/** The built host in a folder of its own, from where it still finds isolated-vm. */
function copyOfHost(): { entry: string; prelude: string; snapshot: string } {
  const built = dirname(hostEntry);
  mkdirSync(join(built, '../test-results'), { recursive: true });
  const folder = mkdtempSync(join(built, '../test-results/host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(built, folder, { recursive: true });
  const [entry, prelude, snapshot] = ['host.js', 'prelude.js', 'prelude.snapshot'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  return { entry, prelude, snapshot };
}

async function run(entry: string, code: string): Promise<unknown> {
  const main = `export async function activate(api) {${evalTool}}`;
  const { hosts } = await startPlugins([{ main }], { hostEntry: entry });
  expect(hosts.status('p')?.error).toBeNull();
  return hosts.callTool('p__run', { code });
}

test('a plugin starts from the snapshot: the script is not even read', async () => {
  const { entry, prelude } = copyOfHost();
  writeFileSync(prelude, 'throw new Error("evaluated");');
  expect(await run(entry, 'return [typeof URL, typeof fetch, typeof WebAssembly, typeof Atomics]')).toEqual([
    'function',
    'function',
    'undefined',
    'undefined',
  ]);
});

test('without a snapshot, or with one that does not fit, it starts from the script', async () => {
  const { entry, snapshot } = copyOfHost();
  const damaged = readFileSync(snapshot);
  damaged.fill(0xff, 32, 4096);
  writeFileSync(snapshot, damaged);
  expect(await run(entry, 'return typeof URL')).toBe('function');
  rmSync(snapshot);
  expect(await run(entry, 'return typeof URL')).toBe('function');
});

test('clock, chance and time zone are those of the start, not of the snapshot', async () => {
  vi.stubEnv('TZ', 'Pacific/Chatham');
  onTestFinished(() => void vi.unstubAllEnvs());
  const before = Date.now();
  const look =
    'return { origin: performance.timeOrigin, now: performance.now(), chance: [Math.random(), crypto.randomUUID()], offset: new Date(2024, 5).getTimezoneOffset(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone }';
  const looks = [await run(hostEntry, look), await run(hostEntry, look)] as Record<string, unknown>[];
  for (const { origin, now, offset, zone } of looks) {
    expect(origin).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThan(10_000);
    expect([offset, zone]).toEqual([-765, 'Pacific/Chatham']);
  }
  const chances = looks.flatMap(({ chance }) => chance);
  expect(new Set(chances).size).toBe(4);
});
