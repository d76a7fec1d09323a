import { expect, test } from 'vitest';
import { evalTool, startPlugin, startPlugins } from '../../../fixtures/test-plugins';
import { startQueue } from './start-queue';

const hoard = `${evalTool} api.registerTool({ name: 'hoard', description: '', inputSchema: {} }, ({ mb }) => {
  const kept = []; for (let i = 0; i < mb; i++) kept.push(new Array(131_072).fill(i)); return kept.length; });`;

test('memory and times are each plugin’s own (M13)', async () => {
  const plugin = (id: string, limits: { memoryMb?: number; toolSeconds?: number }) => ({
    id,
    main: `export function activate(api) { ${hoard} }`,
    limits,
  });
  const { hosts } = await startPlugins([
    plugin('small', { memoryMb: 64 }),
    plugin('large', { memoryMb: 256, toolSeconds: 1 }),
  ]);
  expect(await hosts.callTool('large__hoard', { mb: 150 })).toBe(150);
  await expect(hosts.callTool('small__hoard', { mb: 150 })).rejects.toMatchObject({
    code: 'plugin_crashed',
    message: expect.stringContaining('its limit is 64 MB'),
  });
  await expect(hosts.callTool('large__run', { code: 'return new Promise(() => {})' })).rejects.toMatchObject({
    code: 'deadline_exceeded',
  });
});

test('load_timeout: too slow says after how long; 0 waits (M13)', async () => {
  const slow = {
    main: 'export async function activate() { await new Promise((done) => setTimeout(done, 1_500)); }',
  };
  const { hosts } = await startPlugins([
    { ...slow, id: 'one', limits: { loadSeconds: 1 } },
    { ...slow, id: 'none', limits: { loadSeconds: 0 } },
  ]);
  expect(hosts.status('one')).toMatchObject({
    state: 'error',
    error: { message: 'load timed out after 1s' },
  });
  expect(hosts.status('none')).toMatchObject({ state: 'ready' });
});

test('a running plugin is started again when somebody asks: its disposer runs, calls under way end, it counts', async () => {
  const { hosts, logText } = await startPlugin(`${evalTool} return () => console.log('disposed');`);
  const waiting = hosts.callTool('p__run', { code: 'return new Promise(() => {})' });
  const ended = expect(waiting).rejects.toMatchObject({ code: 'plugin_stopped' });
  hosts.restart('p');
  await ended;
  await expect
    .poll(() => hosts.status('p'), { timeout: 15_000 })
    .toMatchObject({ state: 'ready', stats: { restarts: 1 } });
  expect(logText()).toContain('disposed');
  expect(await hosts.callTool('p__run', { code: 'return 1' })).toBe(1);
});

test('a place in the queue is given back once, however often it is said', async () => {
  const queue = startQueue(1);
  const { signal } = new AbortController();
  const leave = await queue.enter(signal);
  const second = queue.enter(signal);
  leave();
  leave(); // given back once, however often it is said
  await second;
  let third = false;
  void queue.enter(signal).then(() => {
    third = true;
  });
  await Promise.resolve();
  expect(third).toBe(false);
});

test('switched off while it is being restarted, its disposer still gets its time (S10)', async () => {
  const { hosts, logText } = await startPlugin(
    `return async () => { await new Promise((done) => setTimeout(done, 300)); console.log('disposed'); };`,
  );
  hosts.restart('p');
  await hosts.disable('p');
  expect(logText()).toContain('disposed');
  expect(logText()).not.toContain('the disposer failed');
});
