import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary';
import {
  addDisabled,
  addEnabled,
  forgetPlugin,
  isEnabled,
  offerNewTools,
  SettingsFile,
  selectTools,
} from '../settings';
import { openDatabase, transaction } from '.';

describe('the database', () => {
  it('is WAL and comes to the newest version once', () => {
    const path = join(temporaryFolder(), 'secagent.db');
    openDatabase(path).database.close();
    const { database, recovered } = openDatabase(path);
    expect(recovered).toBeNull();
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });

  it('security/23: sets a damaged file aside and goes on with a new one', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'secagent.db');
    writeFileSync(path, 'this was a database once, before the disk filled up'.repeat(100));
    const { database, recovered } = openDatabase(path);
    expect(readFileSync(String(recovered), 'utf8')).toContain('a database once');
    expect(database.prepare('SELECT count(*) AS n FROM sessions').get()).toEqual({ n: 0 });
  });

  it('refuses one a newer version wrote, and leaves it as it is', () => {
    const path = join(temporaryFolder(), 'secagent.db');
    const { database } = openDatabase(path);
    database.exec('PRAGMA user_version = 999');
    database.close();
    expect(() => openDatabase(path)).toThrow(expect.objectContaining({ code: 'storage_damaged' }));
    expect(readdirSync(join(path, '..')).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('does all of a transaction or nothing', () => {
    const { database } = openDatabase(join(temporaryFolder(), 'secagent.db'));
    const insert = () =>
      database
        .prepare("INSERT INTO sessions (id, title, created_at, updated_at) VALUES ('a', '', 0, 0)")
        .run();
    expect(() =>
      transaction(database, () => {
        insert();
        throw new Error('half way');
      }),
    ).toThrow('half way');
    expect(database.prepare('SELECT count(*) AS n FROM sessions').get()).toEqual({ n: 0 });
  });
});

describe('settings.json', () => {
  it('keeps what it does not know', () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'settings.json'),
      '\uFEFF{"editor":{"tab":2},"plugins":{"enabled":["a",7,"a"],"load_timeout_seconds":20}}',
    );
    const file = new SettingsFile(folder);
    file.update((settings) => addEnabled(settings, 'b'));
    const stored = JSON.parse(readFileSync(file.path, 'utf8'));
    expect(stored).toMatchObject({
      editor: { tab: 2 },
      plugins: { enabled: ['a', 'b'], disabled: [], load_timeout_seconds: 20 },
    });
  });

  it('security/23: goes on with defaults when damaged, and keeps the damaged file', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'settings.json'), '{"plugins": {');
    const file = new SettingsFile(folder);
    expect(file.read().plugins.enabled).toEqual([]);
    file.update((settings) => addEnabled(settings, 'a'));
    const aside = readdirSync(folder).find((name) => name.includes('damaged'));
    expect(readFileSync(join(folder, String(aside)), 'utf8')).toBe('{"plugins": {');
    expect(existsSync(file.path)).toBe(true);
  });
});

describe('plugins.enabled and plugins.disabled (M2)', () => {
  const settings = (selected: string[] | null) => ({
    preferences: { language: null, theme: 'system' as const },
    plugins: { enabled: ['library', 'roster'], disabled: [] as string[], limits: {} },
    tools: { selected, parked: {}, seen: {} },
  });

  it('disable removes and denies; the deny list wins', () => {
    const all = settings(null);
    addDisabled(all, 'library');
    expect(all.plugins).toEqual({ enabled: ['roster'], disabled: ['library'], limits: {} });
    all.plugins.enabled.push('library');
    expect(isEnabled(all, 'library')).toBe(false);
    expect(all.tools).toEqual({ selected: null, parked: {}, seen: {} });
  });

  it('a saved selection loses the tools on disable and gets them back on enable', () => {
    const all = settings(['library__list', 'roster__show']);
    addDisabled(all, 'library');
    expect(all.tools.selected).toEqual(['roster__show']);
    addEnabled(all, 'library');
    expect(all.tools).toEqual({ selected: ['roster__show', 'library__list'], parked: {}, seen: {} });
  });

  it('tools nobody could choose before are offered beside a saved selection, others stay as they were chosen', () => {
    const all = settings(null);
    selectTools(
      all,
      ['roster__show'],
      [
        { key: 'roster__show', pluginId: 'roster' },
        { key: 'roster__wipe', pluginId: 'roster' },
      ],
    );
    offerNewTools(all, 'library', ['library__list', 'library__lend']);
    offerNewTools(all, 'roster', ['roster__show', 'roster__wipe', 'roster__new']);
    expect(all.tools.selected).toEqual(['roster__show', 'library__list', 'library__lend', 'roster__new']);
    // All of its tools were unticked: they stay so when it comes back.
    selectTools(all, ['roster__show'], [{ key: 'library__list', pluginId: 'library' }]);
    addDisabled(all, 'library');
    addEnabled(all, 'library');
    offerNewTools(all, 'library', ['library__list', 'library__lend']);
    expect(all.tools.selected).toEqual(['roster__show']);
  });

  it('a selection saved before tools were remembered keeps what it leaves out', () => {
    const all = settings(['roster__show']);
    offerNewTools(all, 'roster', ['roster__show', 'roster__wipe']);
    expect(all.tools.selected).toEqual(['roster__show']);
    const none = settings(null);
    offerNewTools(none, 'roster', ['roster__show']);
    expect(none.tools).toEqual({ selected: null, parked: {}, seen: {} });
  });

  it('a plugin may be called constructor', () => {
    const all = settings(['constructor__build', 'roster__show']);
    addEnabled(all, 'constructor');
    addDisabled(all, 'constructor');
    expect(all.tools.selected).toEqual(['roster__show']);
    addEnabled(all, 'constructor');
    offerNewTools(all, 'constructor', ['constructor__build']);
    expect(all.tools.selected).toEqual(['roster__show', 'constructor__build']);
  });

  it('a removed plugin leaves nothing behind', () => {
    const all = settings(['library__list']);
    forgetPlugin(all, 'library');
    expect(all.plugins).toEqual({ enabled: ['roster'], disabled: [], limits: {} });
    expect(all.tools).toEqual({ selected: [], parked: {}, seen: {} });
  });
});
