import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, startEngine } from '../../../fixtures/engine';
import { temporaryFolder } from '../../../fixtures/temporary';
import { nativePackage } from '../../../fixtures/zip';
import { managedLocation, readManagedFile } from '../managed';
import { engineMethods } from '../methods';
import { SettingsFile } from '.';

const owner = process.getuid?.() ?? null;

/** The administrator's file and a user's settings over which it lies. */
function computer(managed: unknown, user: unknown = {}) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'etc'), { mode: 0o755 });
  const path = join(folder, 'etc', 'settings.json');
  writeFileSync(path, typeof managed === 'string' ? managed : JSON.stringify(managed), { mode: 0o644 });
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'settings.json'), JSON.stringify(user));
  const settings = new SettingsFile(join(folder, 'config'), undefined, () =>
    readManagedFile({ path, owner }),
  );
  const stored = () => JSON.parse(readFileSync(settings.path, 'utf8'));
  return { folder, path, settings, stored };
}

describe('managed settings (M20)', () => {
  it('beat the user’s, are never written into the user’s file, and can’t be set', () => {
    const { settings, stored } = computer(
      {
        preferences: { language: 'en' },
        network: { proxy: { mode: 'manual', url: 'http://proxy.school:8080', bypass: ['school'] } },
        models: {
          default: 'school:small',
          providers: [
            {
              id: 'school',
              kind: 'openai-compatible',
              baseUrl: 'https://models.school/v1',
              models: ['small'],
            },
          ],
        },
      },
      { preferences: { language: 'zh', theme: 'dark' }, models: { default: 'own:model' } },
    );
    const { preferences, network, models } = settings.read();
    expect(preferences).toMatchObject({ language: 'en', theme: 'dark' });
    expect(network).toMatchObject({
      proxy: { mode: 'manual', url: 'http://proxy.school:8080' },
      systemCertificates: true,
    });
    expect(models).toMatchObject({ default: 'school:small', providers: [{ id: 'school' }] });
    expect(settings.managed()).toMatchObject({
      active: true,
      locked: ['preferences.language', 'models.providers', 'models.default', 'network.proxy'],
      problems: [],
    });

    expect(
      settings.update((all) => {
        all.preferences.theme = 'light';
      }).preferences,
    ).toMatchObject({
      language: 'en',
      theme: 'light',
    });
    expect(stored()).toMatchObject({
      preferences: { language: 'zh', theme: 'light' },
      models: { default: 'own:model' },
    });
    expect(JSON.stringify(stored())).not.toContain('school');
    for (const change of [
      () =>
        settings.update((all) => {
          all.network.proxy = { mode: 'none' };
        }),
      () =>
        settings.update((all) => {
          all.preferences.language = null;
        }),
      () =>
        settings.update((all) => {
          all.models.default = 'demo';
        }),
    ]) {
      expect(change).toThrow(expect.objectContaining({ code: 'managed' }));
    }
    expect(stored().network).toBeUndefined();
    settings.update((all) => {
      all.network.systemCertificates = false;
    });
    expect(settings.read().network).toMatchObject({ proxy: { mode: 'manual' }, systemCertificates: false });
  });

  it('an entry that can’t be used locks nothing and is named; a list that can’t be used allows nothing', () => {
    const { settings } = computer({
      preferences: { theme: 'pink' },
      network: { proxy: { mode: 'manual', url: 'ftp://x' }, systemCertificates: true },
      plugins: { allowed: 'library', enabled: ['library'] },
    });
    const { locked, problems } = settings.managed();
    expect(locked).toEqual(['network.systemCertificates', 'plugins.enabled', 'plugins.allowed']);
    expect(problems.map(({ path }) => path)).toEqual([
      'network.proxy.url',
      'preferences.theme',
      'plugins.allowed',
    ]);
    expect(settings.read().plugins.enabled).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'is ignored, and says so, unless only an administrator can write it',
    () => {
      const { path, settings, folder } = computer({ preferences: { theme: 'light' } });
      expect(settings.read().preferences.theme).toBe('light');
      const problem = () => readManagedFile({ path, owner }).problem;
      chmodSync(path, 0o664);
      expect(problem()).toMatch(/can be written by others/);
      expect(settings.read().preferences.theme).toBe('system');
      expect(settings.managed()).toMatchObject({ active: false, locked: [], problems: [{ path }] });
      chmodSync(path, 0o644);
      chmodSync(join(folder, 'etc'), 0o777);
      expect(problem()).toMatch(/in a folder that can be written/);
      chmodSync(join(folder, 'etc'), 0o755);
      expect(readManagedFile({ path, owner: 4711 }).problem).toMatch(/does not belong/);
      expect(problem()).toBeNull();
      expect(readManagedFile({ path: folder, owner }).problem).toMatch(/not a file|can't be read/);
      expect(readManagedFile({ path: join(folder, 'nothing'), owner })).toMatchObject({
        value: null,
        problem: null,
      });
    },
  );

  it('is at a fixed place on each system', () => {
    expect(managedLocation('linux')).toEqual({ path: '/etc/secagent/settings.json', owner: 0 });
    expect(managedLocation('darwin').path).toBe('/Library/Application Support/SecAgent/settings.json');
    expect(managedLocation('win32').path).toMatch(/ProgramData\\SecAgent\\settings\.json$/);
  });

  it('a damaged file is named and not used', () => {
    const { settings } = computer('{"preferences":');
    expect(settings.managed()).toMatchObject({
      active: false,
      problems: [{ reason: 'is not a JSON object' }],
    });
  });
});

describe('plugins under management (M20)', () => {
  const sample = (id: string) => nativePackage({ manifest: { id, name: id } });

  it('only allowed ones are installed and run; denied ones stay off; required ones stay on', async () => {
    const { path, folder } = computer({
      plugins: { allowed: ['a', 'b', 'c'], disabled: ['b'], enabled: ['c'] },
    });
    const engine = startEngine({ home: folder, managed: { path, owner } });
    await expect(install(engine, sample('other'))).rejects.toMatchObject({
      code: 'managed',
      details: { setting: 'plugins.allowed' },
    });
    expect(engine.plugins.list()).toEqual([]);
    expect(await install(engine, sample('a'))).toMatchObject({ state: 'ready', managed: null });
    expect(await install(engine, sample('b'), false)).toMatchObject({ state: 'disabled', managed: 'off' });
    const { digest } = engine.plugins.show('b').source;
    await expect(engine.plugins.enable('b', digest)).rejects.toMatchObject({ code: 'managed' });
    // The administrator can ask for it, but not agree in the user's place.
    expect(await install(engine, sample('c'), false)).toMatchObject({
      state: 'needs-consent',
      managed: 'on',
    });
    await engine.plugins.enable('c', engine.plugins.show('c').source.digest);
    await expect(engine.plugins.disable('c')).rejects.toMatchObject({ code: 'managed' });
    await expect(engine.plugins.remove('c')).rejects.toMatchObject({ code: 'managed' });
    expect(engine.plugins.show('c').state).toBe('ready');

    // What was on before it was forbidden is ended at the next look.
    writeFileSync(path, JSON.stringify({ plugins: { allowed: ['c'] }, sources: [] }));
    engine.plugins.reconcile();
    await expect.poll(() => engine.plugins.show('a')).toMatchObject({ state: 'disabled', managed: 'off' });
    await expect(install(engine, sample('c'))).rejects.toMatchObject({
      code: 'managed',
      details: { setting: 'sources' },
    });
  });

  it('the window learns what is locked, and is refused', async () => {
    const { path, folder } = computer({ network: { proxy: { mode: 'none' } } });
    const engine = startEngine({ home: folder, managed: { path, owner } });
    const methods = engineMethods(engine);
    const { signal } = new AbortController();
    expect(await methods['managed.get']({}, signal)).toMatchObject({
      active: true,
      locked: ['network.proxy'],
    });
    expect(() => methods['network.set']({ proxy: { mode: 'system' } }, signal)).not.toThrow(); // the user's own was that
    expect(() =>
      methods['network.set']({ proxy: { mode: 'manual', url: 'http://p:1', bypass: [] } }, signal),
    ).toThrow(expect.objectContaining({ code: 'managed' }));
    expect(await methods['network.get']({}, signal)).toMatchObject({ proxy: { mode: 'none' } });
  });

  it('a key can be added to the administrator’s service, and nothing else changed', async () => {
    const provider = {
      id: 'school',
      kind: 'openai-compatible' as const,
      name: 'School',
      baseUrl: 'https://models.school/v1',
      models: [{ id: 'small' }],
    };
    const { path, folder } = computer({ models: { providers: [provider] } });
    const engine = startEngine({ home: folder, managed: { path, owner } });
    const save = engineMethods(engine)['models.saveProvider'];
    const { signal } = new AbortController();
    expect(await save({ provider }, signal)).toMatchObject({ id: 'school' });
    const elsewhere = { ...provider, baseUrl: 'https://elsewhere.example/v1' };
    await expect(save({ provider: elsewhere }, signal)).rejects.toMatchObject({ code: 'managed' });
    await expect(save({ provider: { ...provider, id: 'own' } }, signal)).rejects.toMatchObject({
      code: 'managed',
    });
    expect(engine.settings.read().models.providers).toEqual([provider]);
  });
});
