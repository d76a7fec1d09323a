import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, send, startEngine } from '../../../fixtures/engine';
import { temporaryFolder } from '../../../fixtures/temporary';
import { nativePackage } from '../../../fixtures/zip';
import type { Engine } from '..';
import { openDatabase } from '../storage';

/** Counts how often it was started and remembers a number. */
const counter = (version = '1.0.0', permissions = ['agent.tools']) =>
  nativePackage({
    manifest: { id: 'counter', name: '计数', version, permissions },
    main: `export function activate(api) {
      api.setConfig({ starts: (api.getConfig().starts ?? 0) + 1 });
      api.registerTool({ name: 'starts', description: 'x', inputSchema: { type: 'object' } }, () => ({ version: '${version}', ...api.getConfig() }));
    }`,
  });

const trees = (engine: Engine, id: string) => {
  const parent = join(engine.directories.store, id);
  return readdirSync(engine.directories.store).includes(id) ? readdirSync(parent) : [];
};
const starts = (engine: Engine) => engine.hosts.callTool('counter__starts', {});

async function stage(engine: Engine, zip: Uint8Array) {
  const path = join(engine.directories.data, `包 ${randomUUID()}.zip`);
  writeFileSync(path, zip);
  return engine.plugins.stage(path);
}

describe('installed is not enabled (M2)', () => {
  it('runs nothing before consent, and only what was consented to', async () => {
    const engine = startEngine();
    const plugin = await install(engine, counter(), false);
    expect(plugin).toMatchObject({ state: 'disabled', enabled: false, tools: [], stats: { rssBytes: 0 } });
    await engine.plugins.enable('counter', plugin.source.digest);
    await engine.hosts.whenSettled(10_000);
    expect(await starts(engine)).toEqual({ version: '1.0.0', starts: 1 });
  });

  it('a name written into settings.json enables nothing', async () => {
    const home = temporaryFolder();
    const engine = startEngine({ home });
    await install(engine, counter(), false);
    await engine.dispose();
    writeFileSync(join(home, 'config', 'settings.json'), '{"plugins":{"enabled":["counter"]}}');
    const again = startEngine({ home });
    await again.hosts.whenSettled(5000);
    expect(again.plugins.show('counter')).toMatchObject({ state: 'needs-consent', tools: [] });
  });

  it('refuses consent for a version that is not the installed one any more', async () => {
    const engine = startEngine();
    const { source } = await install(engine, counter('1.0.0'), false);
    await install(engine, counter('2.0.0', ['agent.tools', 'network.http']), false);
    await expect(engine.plugins.enable('counter', source.digest)).rejects.toMatchObject({
      code: 'consent_required',
    });
  });

  it('an update that is only installed stops the old version and waits for consent', async () => {
    const engine = startEngine();
    await install(engine, counter('1.0.0'));
    const updated = await install(engine, counter('2.0.0', ['agent.tools', 'network.http']), false);
    expect(updated).toMatchObject({ version: '2.0.0', state: 'needs-consent', enabled: true, tools: [] });
    await expect(starts(engine)).rejects.toMatchObject({ code: 'tool_unknown' });
    expect(trees(engine, 'counter')).toEqual([updated.source.digest]);
  });

  it('the deny list wins until the plugin is enabled again', async () => {
    const engine = startEngine();
    const { source } = await install(engine, counter());
    await engine.plugins.disable('counter');
    expect(JSON.parse(readFileSync(engine.settings.path, 'utf8')).plugins).toEqual({
      enabled: [],
      disabled: ['counter'],
    });
    engine.settings.update((settings) => void settings.plugins.enabled.push('counter'));
    engine.plugins.reconcile();
    expect(engine.plugins.show('counter')).toMatchObject({ state: 'disabled', enabled: false });
    await engine.plugins.enable('counter', source.digest);
    expect(engine.plugins.show('counter').enabled).toBe(true);
  });
});

describe('a plugin that cannot be started', () => {
  const broken = (main: string) => nativePackage({ manifest: { id: 'broken' }, main });
  it.each([
    ['throws at import', "throw new Error('no'); export function activate() {}"],
    ['throws in activate', "export function activate() { throw new Error('no'); }"],
    ['never returns', 'export function activate() { for (;;); }'],
    ['never settles', 'export function activate() { return new Promise(() => {}); }'],
  ])('%s: it is installed, off, and says why', { timeout: 40_000 }, async (_, main) => {
    const engine = startEngine();
    const plugin = await install(engine, broken(main));
    expect(plugin).toMatchObject({
      state: 'disabled',
      enabled: false,
      tools: [],
      error: { message: expect.any(String) },
    });
    expect(engine.settings.read().plugins).toMatchObject({ enabled: [], disabled: [] });
    expect(engine.hosts.status('broken')).toBeNull();
  });
});

describe('the store (DESIGN §4)', () => {
  it('keeps plugin, order and configuration across restarts', async () => {
    const home = temporaryFolder();
    const engine = startEngine({ home });
    await install(engine, counter());
    await engine.dispose();
    const again = startEngine({ home });
    await again.hosts.whenSettled(10_000);
    expect(await starts(again)).toEqual({ version: '1.0.0', starts: 2 });
  });

  it('takes the same zip twice at once in turn', async () => {
    const engine = startEngine();
    const [a, b] = await Promise.all([stage(engine, counter()), stage(engine, counter())]);
    const plugins = await Promise.all([
      engine.plugins.commit(a.candidateId, true),
      engine.plugins.commit(b.candidateId, true),
    ]);
    await engine.hosts.whenSettled(10_000);
    expect(plugins.map((plugin) => plugin.id)).toEqual(['counter', 'counter']);
    expect(trees(engine, 'counter')).toHaveLength(1);
    expect(engine.plugins.show('counter').state).toBe('ready');
    expect(readdirSync(engine.directories.staging)).toEqual([]);
  });

  it('tells the consent view what it replaces', async () => {
    const engine = startEngine();
    expect((await stage(engine, counter('1.0.0'))).installed).toBeNull();
    await install(engine, counter('1.0.0'));
    expect((await stage(engine, counter('2.0.0'))).installed).toMatchObject({
      version: '1.0.0',
      enabled: true,
      permissions: ['agent.tools'],
    });
  });

  it('a refused or discarded candidate leaves nothing behind', async () => {
    const engine = startEngine();
    await expect(stage(engine, nativePackage({ manifest: { permissions: ['root'] } }))).rejects.toMatchObject(
      { code: 'manifest_invalid' },
    );
    const { candidateId } = await stage(engine, counter());
    engine.plugins.discard(candidateId);
    expect(readdirSync(engine.directories.staging)).toEqual([]);
    expect(readdirSync(engine.directories.store)).toEqual([]);
    await expect(engine.plugins.commit(candidateId, true)).rejects.toMatchObject({ code: 'candidate_gone' });
  });

  it('remove is a full reset', async () => {
    const engine = startEngine();
    await install(engine, counter());
    await engine.plugins.remove('counter');
    expect(engine.plugins.list()).toEqual([]);
    expect(trees(engine, 'counter')).toEqual([]);
    await install(engine, counter());
    expect(await starts(engine)).toEqual({ version: '1.0.0', starts: 1 });
  });

  it('sweeps what a dead process left in staging and in the store', async () => {
    const home = temporaryFolder();
    const first = startEngine({ home });
    await first.dispose();
    const dead = join(first.directories.staging, '999999999-x');
    const alive = join(first.directories.staging, '1-x');
    const orphan = join(first.directories.store, 'orphan', 'a'.repeat(64));
    for (const folder of [dead, alive, orphan]) mkdirSync(folder, { recursive: true });
    const again = startEngine({ home });
    expect(readdirSync(again.directories.staging)).toEqual(['1-x']);
    expect(readdirSync(again.directories.store)).toEqual([]);
  });

  it("security/23: says so when a plugin's folder is gone, and the rest works", async () => {
    const home = temporaryFolder();
    const engine = startEngine({ home });
    await install(engine, counter());
    await engine.dispose();
    rmSync(join(engine.directories.store, 'counter'), { recursive: true });
    const again = startEngine({ home });
    expect(again.plugins.show('counter')).toMatchObject({
      state: 'error',
      error: { code: 'plugin_damaged' },
    });
    expect((await send(again, 'hello')).status).toBe('done');
  });

  it('S17: an updated plugin keeps its place among the rules', async () => {
    const engine = startEngine();
    const ruled = (id: string, version: string) =>
      nativePackage({
        manifest: { id, version, permissions: ['agent.rules'] },
        main: `export function activate(api) { api.registerRule('any', /x/, () => ({ kind: 'reply', message: '${id} ${version}' })); }`,
      });
    await install(engine, ruled('first', '1'));
    await install(engine, ruled('second', '1'));
    await install(engine, ruled('first', '2'));
    expect((await send(engine, 'x')).reply).toBe('first 2');
  });

  it('window and command line share a configuration: nothing is lost, the late one is told', async () => {
    const home = temporaryFolder();
    const adder = nativePackage({
      manifest: { id: 'adder', permissions: ['agent.tools'] },
      main: `export function activate(api) {
        const total = () => api.getConfig().total ?? 0;
        api.registerTool({ name: 'add', description: 'x', inputSchema: { type: 'object' } }, async () => {
          await api.setConfig({ total: total() + 1 });
          return total();
        });
        api.registerTool({ name: 'slow', description: 'x', inputSchema: { type: 'object' } }, async () => {
          const before = total();
          await new Promise((resolve) => setTimeout(resolve, 300));
          await api.setConfig({ total: before + 1 });
          return total();
        });
      }`,
    });
    const window = startEngine({ home });
    await install(window, adder);
    const cli = startEngine({ home });
    await cli.hosts.whenSettled(10_000);
    const add = (engine: Engine, tool = 'add') => engine.hosts.callTool(`adder__${tool}`, {});
    expect(await add(window)).toBe(1);
    expect(await add(cli)).toBe(2);
    expect(await add(window)).toBe(3);
    const late = add(window, 'slow');
    expect(await add(cli)).toBe(4);
    await expect(late).rejects.toMatchObject({ message: expect.stringContaining('changed elsewhere') });
    expect(await add(window)).toBe(5);
  });

  it('two processes that install one plugin at once leave it whole', async () => {
    const home = temporaryFolder();
    const engines = [
      startEngine({ home, runs: () => false }),
      startEngine({ home, runs: () => false }),
    ] as const;
    for (let round = 0; round < 10; round++) {
      const candidates = await Promise.all(
        engines.map((engine, n) => stage(engine, counter(`${round}.${n}`))),
      );
      await Promise.all(
        engines.map((engine, n) => engine.plugins.commit(String(candidates[n]?.candidateId), false)),
      );
      for (const engine of engines) {
        expect(engine.plugins.show('counter').state).toBe('disabled');
        expect(trees(engine, 'counter')).toHaveLength(1);
      }
    }
  });

  it('what a disposer writes does not outlive the plugin', async () => {
    const engine = startEngine();
    const writer = nativePackage({
      manifest: { id: 'writer', permissions: ['agent.tools'] },
      main: `export function activate(api) {
        api.registerTool({ name: 'read', description: 'x', inputSchema: { type: 'object' } }, () => api.getConfig());
        return () => api.setConfig({ left: 'behind' });
      }`,
    });
    await install(engine, writer);
    await engine.plugins.remove('writer');
    expect(readdirSync(engine.directories.pluginLogs)).toEqual([]);
    await install(engine, writer);
    expect(await engine.hosts.callTool('writer__read', {})).toEqual({});
  });

  it('security/23: files changed after consent do not run', async () => {
    const home = temporaryFolder();
    const engine = startEngine({ home });
    const { source } = await install(engine, counter());
    await engine.dispose();
    const main = join(engine.directories.store, 'counter', source.digest, 'main.mjs');
    writeFileSync(main, `${readFileSync(main, 'utf8')} // changed`);
    const again = startEngine({ home });
    await again.hosts.whenSettled(5000);
    expect(again.plugins.show('counter')).toMatchObject({
      state: 'error',
      tools: [],
      error: { code: 'plugin_damaged' },
    });
    await install(again, counter());
    expect(again.plugins.show('counter').state).toBe('ready');
  });

  it('security/23: a stray file in the store and a damaged row stop nothing else', async () => {
    const home = temporaryFolder();
    const engine = startEngine({ home });
    await install(engine, counter());
    await install(engine, nativePackage({ manifest: { id: 'other' } }), false);
    await engine.dispose();
    writeFileSync(join(engine.directories.store, '.DS_Store'), 'x');
    const { database } = openDatabase(engine.directories.database);
    database.exec("UPDATE plugins SET description = '{' WHERE id = 'other'");
    database.close();
    const again = startEngine({ home });
    await again.hosts.whenSettled(10_000);
    expect(again.plugins.list().map(({ id, state }) => [id, state])).toEqual([['counter', 'ready']]);
  });

  it('follows what another process does to the same store (the CLI beside the window)', async () => {
    const home = temporaryFolder();
    const window = startEngine({ home });
    const changed = Promise.withResolvers<void>();
    window.on('plugins.changed', () => {
      if (window.hosts.tools().length > 0) changed.resolve();
    });
    const cli = startEngine({ home, runs: () => false });
    await install(cli, counter());
    await changed.promise;
    expect(window.plugins.show('counter')).toMatchObject({
      enabled: true,
      tools: [{ key: 'counter__starts' }],
    });
  });
});
