import { describe, expect, test, vi } from 'vitest';
import { startLoopbackApp, startRosterApp } from '../../../fixtures/loopback-app';
import { places, startInPlainNode, startInSandbox } from '../../../fixtures/run-plugin';

const name = 'roster-connector';
const names = ['list_students', 'mark_absent', 'print'];
const patient = { timeout: 10_000, interval: 20 };

const surroundings = (url: string, pollMs = 100) => ({ env: { ROSTER_URL: `${url}/` }, config: { pollMs } });

describe.each(places)('roster-connector in %s', (_place, start) => {
  test('offers what the application offers, with its schemas, and passes calls and errors on', async () => {
    const app = await startRosterApp();
    const plugin = await start(name, surroundings(app.url));
    expect(await plugin.tools()).toEqual(app.tools.map((tool) => ({ ...tool, hidden: tool.hidden ?? true })));
    expect(await plugin.skills()).toEqual([{ name: 'roster', pattern: '名单|花名册|roster' }]);
    expect(await plugin.prompts()).toEqual([
      { name: 'roster', text: '名单软件「班级名单」已连接，3 个工具' },
    ]);
    expect(await plugin.status()).toEqual({ message: '名单软件「班级名单」已连接，3 个工具' });

    expect(await plugin.call('list_students', { group: '一组' })).toEqual({
      students: [
        { name: '小明', group: '一组' },
        { name: 'Ben', group: '一组' },
      ],
    });
    expect(await plugin.call('mark_absent', { name: '小红' })).toEqual({ absent: ['小红'] });
    await expect(plugin.call('mark_absent', { name: '小刚' })).rejects.toThrow('名单里没有小刚');
  });

  test('everything goes when the application dies, a running call says why, and all comes back with it', async () => {
    const app = await startRosterApp();
    const plugin = await start(name, surroundings(app.url));
    const printing = expect(plugin.call('print')).rejects.toThrow(/名单软件没有运行（127\.0\.0\.1:\d+）/);
    await vi.waitFor(() => expect(app.requests).toContain('POST /tools/print'), patient);
    await app.kill();
    await printing;
    await vi.waitFor(async () => {
      expect(await plugin.tools()).toEqual([]);
      expect(await plugin.skills()).toEqual([]);
    }, patient);
    expect(await plugin.status()).toEqual({
      message: expect.stringMatching(/^名单软件没有运行/),
      state: 'error',
    });
    expect((await plugin.prompts()).filter(({ text }) => text)).toEqual([]);
    await expect(plugin.call('list_students')).rejects.toThrow(/list_students/);

    app.tools.push({ name: 'count', description: '数一数', inputSchema: { type: 'object' } });
    await app.start();
    await vi.waitFor(
      async () => expect((await plugin.tools()).map((tool) => tool.name)).toEqual([...names, 'count']),
      patient,
    );
    expect(await plugin.call('list_students', { group: '二组' })).toEqual({
      students: [{ name: '小红', group: '二组' }],
    });
  });

  test('an application of another kind is said to be one', async () => {
    const app = await startLoopbackApp(() => ({ body: { apiVersion: 2, status: 'ok' } }));
    const plugin = await start(name, surroundings(app.url));
    expect(await plugin.status()).toEqual({ message: '名单软件的版本不合', state: 'error' });
    expect(await plugin.tools()).toEqual([]);
  });

  test('a tool the application no longer has goes; the others stay', async () => {
    const app = await startRosterApp();
    const plugin = await start(name, surroundings(app.url));
    app.tools.pop();
    await vi.waitFor(
      async () => expect((await plugin.tools()).map((tool) => tool.name)).toEqual(names.slice(0, 2)),
      patient,
    );
  });
});

test('while it sweeps, every look at the lists of the sandbox finds all, and every call is answered', async () => {
  const app = await startRosterApp();
  const { hosts, info } = await startInSandbox(name, surroundings(app.url, 30));
  const sweeps = () => app.requests.filter((line) => line === 'GET /tools').length;
  const first = sweeps();
  let looks = 0;
  while (sweeps() < first + 10) {
    expect(hosts.tools(info.id).map((tool) => tool.name)).toEqual(names);
    expect(hosts.skills(info.id).map((skill) => skill.name)).toEqual([`${info.id}/roster`]);
    expect(await hosts.callTool(`${info.id}__list_students`, { group: '二组' })).toMatchObject({
      students: [{ name: '小红' }],
    });
    looks += 1;
  }
  expect(looks).toBeGreaterThan(10);
});

test('switched off, the sandbox shows nothing of it and the application is not asked any more', async () => {
  const app = await startRosterApp();
  const { hosts, info } = await startInSandbox(name, surroundings(app.url, 30));
  await hosts.disable(info.id);
  expect(hosts.tools(info.id)).toEqual([]);
  expect(hosts.skills(info.id)).toEqual([]);
  await expect(hosts.callTool(`${info.id}__list_students`, {})).rejects.toMatchObject({
    code: 'tool_unknown',
  });
  await fetch(`${app.url}/marker`);
  hosts.enable(info);
  await hosts.whenSettled(20_000);
  const marker = app.requests.indexOf('GET /marker');
  expect(app.requests.slice(marker + 1, marker + 3)).toEqual(['GET /health', 'GET /tools']);
});

test('its disposer takes everything back', async () => {
  const app = await startRosterApp();
  const plugin = await startInPlainNode(name, surroundings(app.url));
  expect(await plugin.dispose()).toEqual({ tools: [], skills: [], prompts: [] });
  expect(await plugin.status()).toEqual({ message: '名单联动已停止' });
});
