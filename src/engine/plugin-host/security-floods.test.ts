import { expect, test } from 'vitest';
import { evalTool, startPlugin, startPlugins } from '../../../fixtures/test-plugins';

const FAST = { restarts: { backoffMs: [20] }, deadlines: { tool: 2_500 } };
const healthy = {
  id: 'other',
  main: "export function activate(api) { api.registerTool({ name: 'ping', description: '', inputSchema: {} }, () => 'pong'); }",
};

const bombs: Record<string, string> = {
  map: 'const map = new Map(); for (let i = 0; ; i++) map.set(i, i + "x".repeat(100));',
  arrays: 'new Array(2 ** 27).fill({}); return 1',
  split: "'x'.repeat(2 ** 29 - 24).split('')",
  strings: "const all = []; for (let i = 0; ; i++) all.push(('y' + i).repeat(1e6).toUpperCase());",
  'typed arrays': 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1));',
  'array buffers': 'const all = []; for (;;) all.push(new ArrayBuffer(1e8));',
  'resizable buffers':
    'const all = []; for (;;) all.push(new Uint8Array(new ArrayBuffer(6e7, { maxByteLength: 6e7 })).fill(1));',
  timers: 'for (;;) setTimeout(() => {}, 1e6);',
  promises: 'const all = []; for (;;) all.push(new Promise(() => {}).then(() => {}));',
};

test.each(Object.keys(bombs))(
  "security/5-memory: %s ends that plugin's call, at most its process; its neighbour lives",
  async (name) => {
    const { hosts } = await startPlugins(
      [{ main: `export function activate(api) { ${evalTool} }` }, healthy],
      FAST,
    );
    const outcome = await hosts.callTool('p__run', { code: bombs[name] }).catch((error) => error.code);
    expect(['plugin_crashed', 'tool_failed', 'deadline_exceeded']).toContain(outcome);
    expect(await hosts.callTool('other__ping', {})).toBe('pong');
    // A long native call cannot be interrupted: it may end the process a while after its call's deadline.
    const again = () => hosts.callTool('p__run', { code: 'return 1' }).catch((error) => error.code);
    await expect.poll(again, { timeout: 10_000, interval: 200 }).toBe(1);
    expect(hosts.status('other')?.stats.restarts).toBe(0);
  },
);

test('security/6-floods: log lines, registrations, status, configuration, timers; the engine stays small and the log bounded', async () => {
  const { hosts, configs, logText } = await startPlugin(evalTool, { deadlines: { tool: 3_000 } });
  const run = (code: string) => hosts.callTool('p__run', { code }).catch((error) => error.code);
  const before = process.memoryUsage().rss;
  const loop = (body: string) =>
    `const end = Date.now() + 500; let n = 0; while (Date.now() < end) { n++; try { ${body} } catch (error) { globalThis.last = error.code } } return [n > 400, globalThis.last]`;
  expect(await run(loop("console.log('x'.repeat(10000))"))).toEqual([true, null]);
  await run("await new Promise((resolve) => setTimeout(resolve, 1100)); console.log('after'); return 1");
  await expect.poll(() => logText()).toMatch(/lines were dropped/);
  expect(hosts.log('p').length).toBeLessThan(1_300);
  expect(hosts.log('p').every(({ text }) => text.length <= 8_192)).toBe(true);
  expect(
    await run(
      loop("api.registerTool({ name: 't', description: 'd'.repeat(8000), inputSchema: {} }, () => 1)"),
    ),
  ).toEqual([true, 'quota_exceeded']);
  expect(await run(loop("api.setStatus('s' + n)"))).toEqual([true, 'quota_exceeded']);
  expect(await run(loop("api.setConfig({ n, fill: 'x'.repeat(100) }).catch(() => {})"))).toEqual([
    expect.any(Boolean),
    'quota_exceeded',
  ]);
  expect(await run(loop('setTimeout(() => {}, 1e6); if (n > 20000) break;'))).toEqual([
    true,
    'quota_exceeded',
  ]);
  await hosts.refreshStats();
  expect(hosts.status('p')?.stats.rssBytes).toBeLessThan(400e6);
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  expect(hosts.tools().length).toBe(2);
  expect(configs.size).toBe(1);
  expect(await run('return 1')).toBe(1);
});

test('security/14-sizes: 20 MB and 10,000 levels are refused before they are parsed, both ways', async () => {
  const { hosts } = await startPlugin(evalTool);
  const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`);
  await expect(hosts.callTool('p__run', { code: '', deep })).rejects.toMatchObject({
    code: 'message_too_large',
  });
  await expect(hosts.callTool('p__run', { code: '', big: 'x'.repeat(20e6) })).rejects.toMatchObject({
    code: 'message_too_large',
  });
  await expect(hosts.callTool('p__run', { code: "return 'x'.repeat(20e6)" })).rejects.toMatchObject({
    code: 'message_too_large',
  });
  const outcome = await hosts
    .callTool('p__run', { code: 'let v = 1; for (let i = 0; i < 10000; i++) v = { v }; return v' })
    .catch((error) => error.code);
  expect(['message_too_large', 'tool_result_invalid']).toContain(outcome);
  await expect(hosts.callTool('p__run', { code: "return '积'.repeat(2e6)" })).rejects.toMatchObject({
    code: 'message_too_large',
  });
  expect(await hosts.callTool('p__run', { code: 'return 1' })).toBe(1);
  expect(hosts.status('p')?.stats.restarts).toBe(0);
});

test('security/5-memory: buffers that could grow past the limit unseen are not there, by any way to them', async () => {
  const { hosts } = await startPlugin(evalTool);
  expect(
    await hosts.callTool('p__run', {
      code: `const refused = (make) => { try { return make().resizable } catch (error) { return error.name } };
        const Other = new Uint8Array(1).buffer.constructor;
        class Own extends ArrayBuffer {}
        return [refused(() => new ArrayBuffer(1, { maxByteLength: 9 })), refused(() => new Other(1, { maxByteLength: 9 })),
          refused(() => new Own(1, { maxByteLength: 9 })), refused(() => Reflect.construct(ArrayBuffer, [1, { maxByteLength: 9 }], Own)),
          refused(() => Reflect.construct(Object.getPrototypeOf(Own), [1, { maxByteLength: 9 }])),
          new ArrayBuffer(3).byteLength, new Own(2) instanceof Own, new Own(2) instanceof ArrayBuffer, ArrayBuffer.isView(new Uint8Array(1)),
          new ArrayBuffer(4).slice(1).byteLength, ArrayBuffer.name, structuredClone(new ArrayBuffer(2)).byteLength, Buffer.alloc(2).buffer.constructor === ArrayBuffer]`,
    }),
  ).toEqual([...Array(5).fill('RangeError'), 3, true, true, true, 3, 'ArrayBuffer', 2, true]);
});
