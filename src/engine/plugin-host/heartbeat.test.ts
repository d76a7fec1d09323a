import { afterEach, expect, test, vi } from 'vitest';
import { hostPids } from '../../../fixtures/host-processes';
import { evalTool, startPlugin } from '../../../fixtures/test-plugins';
import { watchHost } from './heartbeat';

afterEach(() => vi.useRealTimers());

const FAST = { restarts: { backoffMs: [50, 50, 50] } };

test.skipIf(process.platform === 'win32')(
  'a process that hangs as a whole is noticed from outside, ended and started again (M13)',
  async () => {
    const {
      hosts,
      logText,
      package: unpack,
    } = await startPlugin(evalTool, {
      ...FAST,
      heartbeat: { everyMs: 50, missed: 3 },
    });
    const [pid] = hostPids(unpack({}).directory);
    process.kill(pid as number, 'SIGSTOP');
    await expect.poll(() => hosts.status('p')?.stats.restarts, { timeout: 15_000 }).toBe(1);
    await expect.poll(() => hosts.status('p')?.state, { timeout: 15_000 }).toBe('ready');
    expect(logText()).toContain('crashed: its process hung');
    expect(hostPids(unpack({}).directory)).not.toContain(pid);
    expect(await hosts.callTool('p__run', { code: 'return 1' })).toBe(1);
  },
);

test('a plugin that keeps the processor busy unasked is ended; work that was asked for is not (M13)', async () => {
  const { hosts, logText } = await startPlugin(
    `${evalTool} api.registerTool({ name: 'burn', description: '', inputSchema: {} }, () => void setInterval(() => { const end = Date.now() + 100; while (Date.now() < end); }, 1));`,
    { ...FAST, heartbeat: { everyMs: 60, busy: 6, busyShare: 0.2 } },
  );
  await hosts.callTool('p__run', { code: 'const end = Date.now() + 1_000; while (Date.now() < end);' });
  expect(hosts.status('p')?.stats.restarts).toBe(0);
  await hosts.callTool('p__burn', {});
  await expect.poll(() => hosts.status('p')?.stats.restarts, { timeout: 30_000 }).toBe(1);
  expect(logText()).toContain('although nobody asked it anything');
});

test('looks are counted, not time: a computer that slept ends nothing', async () => {
  vi.useFakeTimers();
  const reasons: string[] = [];
  const answers: (() => void)[] = [];
  const end = watchHost(
    {
      stats: () => new Promise((resolve) => answers.push(() => resolve({ rssBytes: 1, cpuMs: 1 }))),
      calls: () => ({ begun: 0, running: 0 }),
      seen: () => undefined,
      giveUp: (reason) => reasons.push(reason),
    },
    { everyMs: 1_000, missed: 3, busy: 3, busyShare: 0.8 },
  );
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() + 3_600_000); // asleep, with an answer outstanding
  await vi.advanceTimersByTimeAsync(1_000);
  answers.shift()?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answers).toHaveLength(1);
  expect(reasons).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reasons).toEqual(['its process hung']);
  end();
});

test('a short rest forgives little: who burns a processor between rests is noticed as well', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let cpuMs = 0;
  let looks = 0;
  const reasons: string[] = [];
  const end = watchHost(
    {
      async stats() {
        looks++;
        if (looks % 6 !== 0) cpuMs += 1_000;
        return { rssBytes: 1, cpuMs };
      },
      calls: () => ({ begun: 0, running: 0 }),
      seen: () => undefined,
      giveUp: (reason) => reasons.push(reason),
    },
    { everyMs: 1_000, missed: 3, busy: 10, busyShare: 0.8 },
  );
  await vi.advanceTimersByTimeAsync(20_000);
  end();
  expect(reasons[0]).toContain('although nobody asked it anything');
});
