import { expect, test } from 'vitest';
import { evalTool, startPlugins } from '../../../fixtures/test-plugins';

/** Window and command line: one store, a process of the plugin each (DESIGN §1). */
async function twoHosts() {
  const configs = new Map<string, Record<string, unknown>>([['p', { count: 1 }]]);
  const revisions = new Map([['p', 7]]);
  const plugin = { main: `export function activate(api) { ${evalTool} }` };
  const window = await startPlugins([plugin], {}, configs, revisions);
  const cli = await startPlugins([plugin], {}, configs, revisions);
  const runIn = (hosts: typeof cli.hosts) => (code: string) => hosts.callTool('p__run', { code });
  return { configs, revisions, inWindow: runIn(window.hosts), inCli: runIn(cli.hosts), window, cli };
}

test('what another process wrote is there before the next call, and can be written on', async () => {
  const { configs, revisions, inWindow, inCli } = await twoHosts();
  await inWindow('await api.setConfig({ count: 2 })');
  expect(revisions.get('p')).toBe(8);
  expect(await inCli('return api.getConfig()')).toEqual({ count: 2 });
  await inCli('await api.setConfig({ count: 3 })');
  await inWindow('await api.setConfig({ ...api.getConfig(), more: true })');
  expect(configs.get('p')).toEqual({ count: 3, more: true });
  expect(revisions.get('p')).toBe(10);
});

test('a write based on what another process changed meanwhile is refused, and read again it can be repeated', async () => {
  const { configs, inWindow, inCli } = await twoHosts();
  // Read and changed in the middle of one call, so nothing was pushed before.
  const late = inCli(
    `const { count } = api.getConfig(); await new Promise((resolve) => setTimeout(resolve, 400));
     const outcome = await api.setConfig({ count: count + 1 }).then(() => 'written', (error) => error.code);
     const seen = api.getConfig(); await api.setConfig({ count: seen.count + 1 });
     return [outcome, seen, api.getConfig()];`,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  await inWindow('await api.setConfig({ count: 10 })');
  expect(await late).toEqual(['config_conflict', { count: 10 }, { count: 11 }]);
  expect(configs.get('p')).toEqual({ count: 11 });
});

test('a running plugin is told of a change it did not ask for', async () => {
  const { configs, revisions, inCli, cli } = await twoHosts();
  await inCli('globalThis.seen = []; setInterval(() => seen.push(api.getConfig().count), 10); return 1');
  configs.set('p', { count: 5 });
  revisions.set('p', 8);
  cli.hosts.refreshConfigs();
  await expect.poll(() => inCli('return seen.at(-1)')).toBe(5);
});

test('what another process writes while the plugin loads is there when it has loaded', async () => {
  const configs = new Map<string, Record<string, unknown>>([['p', { count: 1 }]]);
  const revisions = new Map([['p', 1]]);
  const main = `export async function activate(api) { ${evalTool}
    await new Promise((done) => { const timer = setInterval(() => { if (globalThis.go) { clearInterval(timer); done(); } }, 5); setTimeout(() => { globalThis.go = true; }, 500); }); }`;
  const started = startPlugins([{ main }], {}, configs, revisions);
  configs.set('p', { count: 2 });
  revisions.set('p', 2);
  const { hosts } = await started;
  hosts.refreshConfigs();
  expect(await hosts.callTool('p__run', { code: 'return api.getConfig()' })).toEqual({ count: 2 });
  await hosts.callTool('p__run', { code: 'await api.setConfig({ count: 3 })' });
  expect(revisions.get('p')).toBe(3);
});
