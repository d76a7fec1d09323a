import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { hostPids } from '../../../fixtures/host-processes';
import { startPlugins } from '../../../fixtures/test-plugins';

const CRASHES = 500;
/** what is compared once caches are warm */
const WARM = 100;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Handles by kind: pipes, processes, timers… */
function handles(): Record<string, number> {
  const kinds = process.getActiveResourcesInfo();
  return Object.fromEntries(
    [...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]),
  );
}

test('500 crashes in a row leave no process, handle or memory behind (M13)', {
  timeout: 600_000,
}, async () => {
  const plugin = (id: string) => ({
    id,
    main: `export function activate(api) {
      for (let i = 0; i < 20; i++) api.registerTool({ name: 'tool_' + i, description: 'x'.repeat(1_000), inputSchema: {} }, () => i);
      api.registerTool({ name: 'die', description: '', inputSchema: {} }, () => { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length)); });
    }`,
    limits: { memoryMb: 32 },
  });
  const { hosts, package: unpack } = await startPlugins([plugin('a'), plugin('b')], {
    restarts: { maxCrashes: CRASHES, backoffMs: [0] },
  });
  const directories = ['a', 'b'].map((id) => unpack({ id }).directory);
  const running = () => directories.flatMap(hostPids);
  let crashes = 0;
  const crash = async (id: string, until: number) => {
    while (crashes < until) {
      crashes++;
      const before = hosts.status(id)?.stats.restarts ?? 0;
      // By its own doing every tenth time, which is slower; else as an operating system ends a process.
      if (crashes % 10 === 0) await hosts.callTool(`${id}__die`, {}).catch(() => undefined);
      else for (const pid of hostPids(unpack({ id }).directory)) process.kill(pid, 'SIGKILL');
      await expect
        .poll(() => hosts.status(id)?.stats.restarts, { interval: 5, timeout: 20_000 })
        .toBe(before + 1);
      await hosts.whenStarted(id);
    }
  };
  await Promise.all([crash('a', WARM), crash('b', WARM)]);
  await hosts.whenSettled(20_000);
  const [heapBefore, handlesBefore] = [heap(), handles()];
  await Promise.all([crash('a', CRASHES), crash('b', CRASHES)]);
  await hosts.whenSettled(20_000);
  expect((hosts.status('a')?.stats.restarts ?? 0) + (hosts.status('b')?.stats.restarts ?? 0)).toBe(CRASHES);
  expect(hosts.tools()).toHaveLength(42);
  await expect.poll(() => running().length).toBe(2);
  // Waiting is done with a timer as well: timers are counted once nobody waits.
  await expect
    .poll(() => ({ ...handles(), Timeout: undefined }), { timeout: 10_000 })
    .toEqual({ ...handlesBefore, Timeout: undefined });
  expect(handles()).toEqual(handlesBefore);
  expect(heap() - heapBefore).toBeLessThan(16 * 1024 * 1024);
});
