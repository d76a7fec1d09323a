import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import AdmZip from 'adm-zip';
import { describe, expect, it } from 'vitest';
import { backup, databaseWith, greeter, rebuilt, restore, used } from '../../../fixtures/backup';
import { send, startEngine } from '../../../fixtures/engine';
import { temporaryFolder } from '../../../fixtures/temporary';

describe('backup (X6)', () => {
  it('holds settings, database, plugins and their data; no keys, consent or logs', async () => {
    const { engine } = await used();
    writeFileSync(join(engine.directories.data, 'secrets.json'), '{"https://x":"key"}');
    symlinkSync('/etc/passwd', join(engine.directories.pluginData, 'greeter', 'link'));
    writeFileSync(join(engine.directories.pluginData, 'greeter', 'what?'), 'odd name');
    const { path, size, skipped } = await backup(engine);
    const names = new AdmZip(path).getEntries().map(({ entryName }) => entryName);
    const { digest } = engine.plugins.show('greeter').source;
    expect(names.sort()).toEqual(
      [
        'manifest.json',
        'secagent.db',
        'settings.json',
        `plugins/store/greeter/${digest}/main.mjs`,
        `plugins/store/greeter/${digest}/secagent-plugin.json`,
        'plugins/data/greeter/notes.txt',
      ].sort(),
    );
    expect(skipped).toEqual(['plugins/data/greeter/what?']);
    expect(size).toBe(statSync(path).size);
    const grants = join(temporaryFolder(), 'g.db');
    writeFileSync(grants, databaseWith(path, 'SELECT 1'));
    expect(new DatabaseSync(grants).prepare('SELECT * FROM grants').all()).toEqual([]);
    expect(readdirSync(engine.directories.restore)).toEqual([]);
  });

  it('that can’t be written leaves what was there, and nothing half done', async () => {
    const { engine } = await used();
    const folder = join(temporaryFolder(), 'none', 'b.zip');
    await expect(engine.backups.write(folder)).rejects.toMatchObject({ code: 'backup_failed' });
    expect(existsSync(`${folder}.partial`)).toBe(false);
  });
});

describe('restore (X6)', () => {
  it('previews, saves the present state, and brings everything back with plugins waiting for consent', async () => {
    const { engine, sessionId } = await used();
    const { path, size } = await backup(engine);
    await send(engine, 'written after the backup');
    await engine.plugins.remove('greeter');
    engine.settings.update((all) => {
      all.preferences.theme = 'light';
    });
    const preview = await engine.backups.inspect(path);
    expect(preview).toMatchObject({
      fileName: '备份 1.zip',
      version: engine.status().version,
      sessions: 1,
      plugins: [{ id: 'greeter', name: '问候', version: '1.0.0' }],
      size,
      services: [],
      proxy: null,
    });
    expect(Date.now() - preview.createdAt).toBeLessThan(60_000);
    // Looking changes nothing.
    expect(engine.sessions.list()).toHaveLength(2);
    expect(engine.plugins.list()).toEqual([]);
    await engine.backups.commit(preview.restoreId);

    const after = startEngine({ home: join(engine.directories.data, '..') });
    expect(after.sessions.list().map(({ id }) => id)).toEqual([sessionId]);
    expect(after.sessions.entries(sessionId)).toHaveLength(3);
    expect(after.settings.read().preferences.theme).toBe('dark');
    expect(after.plugins.show('greeter')).toMatchObject({ state: 'needs-consent', enabled: true });
    expect(readFileSync(join(after.directories.pluginData, 'greeter', 'notes.txt'), 'utf8')).toBe('kept');
    expect(existsSync(after.directories.restore) ? readdirSync(after.directories.restore) : []).toEqual([]);

    // Agreed to again, it runs.
    await after.plugins.enable('greeter', after.plugins.show('greeter').source.digest);
    expect((await send(after, 'hi')).reply).toBe('hello');

    // The automatic backup is a whole one: it undoes the restore.
    const [saved = ''] = readdirSync(after.directories.backups);
    const undone = await restore(after, join(after.directories.backups, saved));
    expect(undone.sessions.list()).toHaveLength(2);
    expect(undone.settings.read().preferences.theme).toBe('light');
  });

  it('waits for no one: refused while an answer is written, forgotten when discarded', async () => {
    const { engine, sessionId } = await used();
    const { path } = await backup(engine);
    const { restoreId } = await engine.backups.inspect(path);
    engine.sessions.beginTurn(sessionId);
    await expect(engine.backups.commit(restoreId)).rejects.toMatchObject({ code: 'session_busy' });
    engine.sessions.endTurn(sessionId);
    engine.backups.discard(restoreId);
    expect(readdirSync(engine.directories.restore)).toEqual([]);
    await expect(engine.backups.commit(restoreId)).rejects.toMatchObject({ code: 'backup_gone' });
    expect(engine.sessions.list()).toHaveLength(1);
  });

  it('security/23: what is no backup, or a damaged one, changes nothing and says why', async () => {
    const { engine } = await used();
    const { path } = await backup(engine);
    const { digest } = engine.plugins.show('greeter').source;
    const bad: [string, string, RegExp][] = [
      ['a plugin', join(engine.directories.data, '..', 'plugin.zip'), /no manifest of SecAgent/],
      ['text', join(engine.directories.data, '..', 'text.zip'), /not a zip/],
      ['nothing', join(engine.directories.data, 'none.zip'), /no file/],
      ['no database', rebuilt(path, { 'secagent.db': null }), /no database/],
      ['no real database', rebuilt(path, { 'secagent.db': 'text' }), /database can't be read/],
      ['broken settings', rebuilt(path, { 'settings.json': '{' }), /settings\.json is damaged/],
      [
        'a newer one',
        rebuilt(path, { 'secagent.db': databaseWith(path, 'PRAGMA user_version = 999') }),
        /newer version/,
      ],
      ['other files', rebuilt(path, { 'window/Cookies': 'x' }), /does not belong/],
      ['keys', rebuilt(path, { 'secrets.json': '{}' }), /does not belong/],
      [
        'a changed plugin',
        rebuilt(path, { [`plugins/store/greeter/${digest}/main.mjs`]: 'evil()' }),
        /not what they were/,
      ],
      ['a traversal', rebuilt(path, { 'plugins/data/greeter/../../../x': 'x' }), /unsafe file name/],
      ['a device', rebuilt(path, { 'plugins/data/greeter/con.txt': 'x' }), /unsafe file name/],
    ];
    writeFileSync(bad[0]?.[1] as string, greeter());
    writeFileSync(bad[1]?.[1] as string, 'hello');
    for (const [what, file, reason] of bad) {
      const error = await engine.backups.inspect(file).catch((thrown: unknown) => thrown);
      expect([what, error]).toMatchObject([
        what,
        { code: 'backup_invalid', message: expect.stringMatching(reason) },
      ]);
    }
    expect(readdirSync(engine.directories.restore)).toEqual([]);
    expect(engine.sessions.list()).toHaveLength(1);
  });

  it('security/2-crafted-backup: grants, triggers, views and false records enable and reach nothing', async () => {
    const { engine } = await used();
    const { path } = await backup(engine);
    const { digest } = engine.plugins.show('greeter').source;
    const elsewhere = temporaryFolder();
    const evil = `
      INSERT INTO grants VALUES ('greeter', '${digest}', '["agent.rules"]', 1);
      UPDATE plugins SET description = json_set(description, '$.permissions', json('["network.http"]'), '$.name', 'Trusted');
      CREATE TRIGGER regrant AFTER INSERT ON audit BEGIN
        INSERT OR REPLACE INTO grants VALUES ('greeter', '${digest}', '["network.http"]', 1); END;
      INSERT INTO plugins SELECT 'outside', format, name, version, digest, '../../../${elsewhere}', source, json_set(description, '$.id', 'outside'), 1 FROM plugins;
      INSERT INTO plugin_config VALUES ('greeter', 1, 'no json');
      INSERT INTO messages SELECT 'bad', session_id, 't', 99, 'user', 'no json', '', 1 FROM messages LIMIT 1;`;
    const after = await restore(engine, rebuilt(path, { 'secagent.db': databaseWith(path, evil) }));
    expect(after.plugins.list()).toMatchObject([
      { id: 'greeter', name: '问候', permissions: ['agent.rules'], state: 'needs-consent' },
    ]);
    const database = new DatabaseSync(after.directories.database, { readOnly: true });
    expect(database.prepare('SELECT * FROM grants').all()).toEqual([]);
    expect(
      database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')").all(),
    ).toEqual([]);
    database.close();
    expect(after.sessions.entries(after.sessions.list()[0]?.id ?? '')).toHaveLength(3);
    const view = databaseWith(
      path,
      'DROP TABLE audit; DROP TABLE recent_workspaces; CREATE VIEW recent_workspaces AS SELECT 1 AS path, 2 AS used_at',
    );
    await expect(after.backups.inspect(rebuilt(path, { 'secagent.db': view }))).rejects.toMatchObject({
      code: 'backup_invalid',
    });
  });
});
