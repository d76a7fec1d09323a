import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { hostPids } from '../../../fixtures/host-processes';
import { evalTool, hostEntry, skillText, startPlugin, startPlugins } from '../../../fixtures/test-plugins';
import { hostArguments } from './host-process';
import type { RuleFailure } from './types';

const FAST = { restarts: { backoffMs: [50, 50, 50] } };
const healthy = {
  id: 'other',
  main: "export function activate(api) { api.registerTool({ name: 'ping', description: '', inputSchema: {} }, () => 'pong'); }",
};
const crash = 'const list = []; for (;;) list.push(new Array(1e6).fill(list.length));';

test('activation runs in the order of enabling, two at a time, and the list keeps that order', async () => {
  const slow = (id: string) => ({
    id,
    main: `await new Promise((resolve) => setTimeout(resolve, 200)); export function activate(api) { api.registerPrompt('p', '${id}'); }`,
  });
  const { hosts } = await startPlugins(['a', 'b', 'c', 'd'].map(slow));
  expect(hosts.prompts().map(({ pluginId }) => pluginId)).toEqual(['a', 'b', 'c', 'd']);
  expect(await hosts.whenSettled(0)).toEqual([]);
});

test('a disposer runs when the plugin is switched off, its configuration is kept, and the process is gone', async () => {
  const {
    hosts,
    configs,
    logText,
    package: unpack,
  } = await startPlugin(
    "return async () => { await api.setConfig({ disposed: true }); console.log('bye'); }",
  );
  const { directory } = unpack({});
  expect(hostPids(directory)).toHaveLength(1);
  await hosts.disable('p');
  expect(configs.get('p')).toEqual({ disposed: true });
  expect(logText()).toContain('bye');
  expect(hosts.status('p')).toBeNull();
  expect(hostPids(directory)).toEqual([]);
});

test.each([
  ['throws', "throw new Error('no')"],
  ['loops', 'for (;;);'],
  ['never settles', 'return new Promise(() => {})'],
])('everything is revoked and the process ends although the disposer %s (S10)', async (_what, body) => {
  const {
    hosts,
    logText,
    package: unpack,
  } = await startPlugin(`${evalTool} return () => { ${body} };`, { deadlines: { disposer: 200 } });
  const { directory } = unpack({});
  const disabled = hosts.disable('p');
  expect(hosts.tools()).toEqual([]);
  await disabled;
  expect(hostPids(directory)).toEqual([]);
  expect(logText()).toContain('the disposer failed');
});

test('switched off and on again at once, the second process waits for the first', async () => {
  const {
    hosts,
    logText,
    package: unpack,
  } = await startPlugin(
    "console.log('on'); return () => new Promise((resolve) => setTimeout(() => { console.log('off'); resolve(); }, 100));",
  );
  const disabled = hosts.disable('p');
  hosts.enable(unpack({}));
  await disabled;
  await hosts.whenSettled(5_000);
  await expect.poll(() => logText().match(/o[nf]+/g)).toEqual(['on', 'off', 'on']);
});

test('a plugin still waiting for its turn to start is switched off without waiting', async () => {
  const { hosts, package: unpack } = await startPlugins([]);
  const main = 'await new Promise(() => {}); export function activate() {}';
  for (const id of ['a', 'b', 'c']) hosts.enable(unpack({ id, main }));
  expect(await hosts.whenSettled(100)).toEqual(['a', 'b', 'c']);
  expect(hosts.status('c')?.state).toBe('enabled');
  const began = performance.now();
  await hosts.disable('c');
  await hosts.disable('a');
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(await hosts.whenSettled(0)).toEqual(['b']);
});

test('a crash ends that call, drops the generation, and the plugin starts again; no other notices (M13)', async () => {
  const { hosts, audits, logText } = await startPlugins(
    [{ id: 'p', main: `export function activate(api) { ${evalTool} }` }, healthy],
    FAST,
  );
  const call = hosts.callTool('p__run', { code: crash });
  const ping = await hosts.callTool('other__ping', {});
  await expect(call).rejects.toMatchObject({
    code: 'plugin_crashed',
    message: expect.stringMatching(/memory|ended/),
  });
  expect(hosts.tools('p')).toEqual([]);
  expect(ping).toBe('pong');
  expect(await hosts.whenSettled(5_000)).toEqual([]);
  expect(hosts.status('p')).toMatchObject({ state: 'ready', error: null, stats: { restarts: 1, calls: 1 } });
  expect(await hosts.callTool('p__run', { code: 'return 1' })).toBe(1);
  expect(audits).toMatchObject([{ pluginId: 'p', what: 'plugin.host.crashed' }]);
  expect(logText()).toContain('crashed:');
});

test('after three restarts it stays off with the reason, until restart() (M13)', async () => {
  const { hosts } = await startPlugins([{ main: `export function activate() { ${crash} }` }], FAST);
  await hosts.whenSettled(15_000);
  expect(hosts.status('p')).toMatchObject({
    state: 'error',
    error: { code: 'plugin_crashed', message: expect.stringContaining('crashed 4 times within 10 minutes') },
    stats: { restarts: 3 },
  });
  await expect(hosts.callTool('p__run', {})).rejects.toMatchObject({ code: 'plugin_not_running' });
  hosts.restart('p');
  expect(hosts.status('p')?.state).not.toBe('error');
});

test('restart() of a running one is a fresh start and no failure; its disposer runs once (M13)', async () => {
  const { hosts, audits, logText } = await startPlugin(
    `${evalTool} globalThis.count = 0; return () => console.log('disposed');`,
    FAST,
  );
  await hosts.callTool('p__run', { code: 'globalThis.count = 7' });
  hosts.restart('p');
  hosts.restart('p');
  expect(hosts.status('p')).toMatchObject({ state: 'restarting', error: null });
  await expect(hosts.callTool('p__run', { code: 'return 1' })).rejects.toMatchObject({
    code: 'plugin_not_running',
  });
  await hosts.whenSettled(15_000);
  expect(hosts.status('p')).toMatchObject({ state: 'ready', error: null, stats: { restarts: 1 } });
  expect(await hosts.callTool('p__run', { code: 'return globalThis.count' })).toBe(0);
  expect(audits.map(({ what }) => what)).toEqual(['plugin.host.restarted']);
  expect(logText().match(/disposed/g)).toHaveLength(1);
});

test('a plugin that does not load is an error at once, without restarts', async () => {
  const { hosts } = await startPlugins([
    { id: 'throws', main: "throw new Error('at import'); export function activate() {}" },
    { id: 'rejects', main: "export async function activate() { throw new TypeError('in activate') }" },
    healthy,
  ]);
  expect(hosts.status('throws')).toMatchObject({
    state: 'error',
    error: { code: 'plugin_load_failed', message: 'main.mjs failed to load: Error: at import' },
    stats: { restarts: 0 },
  });
  expect(hosts.status('rejects')).toMatchObject({
    state: 'error',
    error: { code: 'plugin_load_failed', message: 'main.mjs failed to activate: TypeError: in activate' },
  });
  expect(hosts.status('other')?.state).toBe('ready');
});

test('Stop: a patient tool gets its signal and lives on; a looping one is killed within a second and starts again', async () => {
  const { hosts } = await startPlugin(
    `${evalTool}
    api.registerTool({ name: 'patient', description: '', inputSchema: {} }, (_args, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => { globalThis.reason = String(signal.reason); resolve(); })));`,
    FAST,
  );
  const stop = async (key: string, args: unknown) => {
    const controller = new AbortController();
    const call = hosts.callTool(key, args, controller.signal);
    setTimeout(() => controller.abort(), 50);
    const began = performance.now();
    await expect(call).rejects.toMatchObject({ code: 'stopped' });
    await hosts.whenSettled(5_000);
    return performance.now() - began;
  };
  await stop('p__patient', {});
  expect(await hosts.callTool('p__run', { code: 'return [reason, globalThis.kept = 1]' })).toEqual([
    'AbortError: This operation was aborted',
    1,
  ]);
  await stop('p__run', { code: 'await new Promise(() => {})' });
  expect(await hosts.callTool('p__run', { code: 'return kept' })).toBe(1);
  expect(hosts.status('p')?.stats.restarts).toBe(0);
  const began = performance.now();
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  await expect(hosts.callTool('p__run', { code: 'for (;;);' }, controller.signal)).rejects.toMatchObject({
    code: 'stopped',
  });
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(await hosts.whenSettled(5_000)).toEqual([]);
  expect(hosts.status('p')).toMatchObject({ state: 'ready', stats: { restarts: 1 } });
  expect(await hosts.callTool('p__run', { code: 'return typeof kept' })).toBe('undefined');
  const before = new AbortController();
  before.abort();
  await expect(hosts.callTool('p__run', {}, before.signal)).rejects.toMatchObject({ code: 'stopped' });
});

test('a plugin at work on a long computation is waited for a little, and not ended for it', async () => {
  const { hosts } = await startPlugin(
    `${evalTool} api.registerSkill('skills/s', 'x'); api.registerPrompt('p', 'text'); api.registerRule('r', 'x', () => ({ kind: 'llm' }));`,
    { files: { 'skills/s/SKILL.md': skillText('s') } },
  );
  const compute = (ms: number) => `const end = Date.now() + ${ms}; while (Date.now() < end); return 'done'`;
  const short = hosts.callTool('p__run', { code: compute(500) });
  expect((await hosts.matchSkills('x')).matches).toHaveLength(1);
  expect(await short).toBe('done');
  const long = hosts.callTool('p__run', { code: compute(2_500) });
  const busy = { code: 'deadline_exceeded', message: expect.stringContaining('busy') };
  const passedOver: RuleFailure[] = [];
  const [skills, prompts, rule] = await Promise.all([
    hosts.matchSkills('x'),
    hosts.evaluatePrompts(),
    hosts.runRules('x', undefined, (failure) => passedOver.push(failure)),
  ]);
  expect(skills.failures).toMatchObject([{ error: busy }]);
  expect(prompts).toMatchObject([{ error: busy }]);
  expect(rule).toBeNull();
  expect(passedOver).toMatchObject([{ rule: null, error: busy }]);
  expect(await long).toBe('done');
  expect(hosts.status('p')?.stats.restarts).toBe(0);
});

test('figures and log', async () => {
  const { hosts, logText } = await startPlugin(
    `${evalTool} console.log('n %d %s', 1, 'two', { a: [1, 'x'] }, new Map([[1, 2]])); console.error(new TypeError('shown'));`,
  );
  await hosts.refreshStats();
  expect(hosts.status('p')?.stats.rssBytes).toBeGreaterThan(10_000_000);
  await expect.poll(() => logText()).toContain("info n 1 two { a: [ 1, 'x' ] } Map(1) { 1 => 2 }");
  await expect
    .poll(() => logText())
    .toMatch(/error TypeError: shown\n\s+at activate \(plugin:\/\/p\/main.mjs:\d+:\d+\)$/);
  const [first] = hosts.log('p');
  expect(hosts.log('p', first?.seq)).not.toContainEqual(first);
});

/** A stand-in for the engine: starts the host as the engine does, has it run a loop, and waits to be killed. */
const engineScript = `
  const [nodePath, hostArgs, directory] = process.argv.slice(1);
  const child = require('node:child_process').spawn(nodePath, JSON.parse(hostArgs), { env: {}, stdio: 'pipe' });
  const send = (id, method, params) => {
    const json = Buffer.from(JSON.stringify({ t: 'request', id, method, params }));
    const header = Buffer.alloc(8);
    header.writeUInt32LE(json.length, 0);
    child.stdin.write(Buffer.concat([header, json]));
  };
  const deadlines = { load: 5000, tool: 60000, rule: 5000, prompt: 2000, pattern: 250, disposer: 3000, background: 10000 };
  send(1, 'start', { plugin: { id: 'p', version: '1', directory, main: 'main.mjs', permissions: ['agent.tools'] }, config: {}, deadlines });
  setTimeout(() => { send(2, 'callTool', { call: 1, tool: 'run', args: { code: 'for (;;);' } }); setTimeout(() => console.log(child.pid), 300); }, 1000);
`;

test('an engine that is killed leaves no process behind, even with a looping plugin', async () => {
  const { hosts, package: unpack } = await startPlugin(evalTool);
  const { directory } = unpack({});
  await hosts.disable('p');
  const engine = spawn(
    process.execPath,
    ['-e', engineScript, process.execPath, JSON.stringify(hostArguments(hostEntry, directory)), directory],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [output] = await once(engine.stdout, 'data');
  const pid = Number(output);
  expect(hostPids(directory)).toContain(pid);
  engine.kill('SIGKILL');
  await expect.poll(() => hostPids(directory), { timeout: 2_000 }).toEqual([]);
});
