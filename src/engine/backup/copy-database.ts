import type { DatabaseSync } from 'node:sqlite';
import { DatabaseSync as Database } from 'node:sqlite';
import { SecAgentError } from '../../shared/errors';
import type { PackageSource } from '../../shared/plugins';
import type { PackageDescription } from '../plugins';
import { migrations, openDatabase, recordAudit, transaction } from '../storage';
import { pluginIdPattern } from './layout';

/** A plugin whose files in the backup were read and found to be what their digest says. */
export interface CheckedTree {
  folder: string;
  digest: string;
  description: PackageDescription;
}

/** Consent is never restored (a crafted backup must enable nothing); running turns are another process's. */
const leftOut = new Set(['grants', 'running_turns', 'plugins', 'plugin_config', 'audit']);

/**
 * Fills a new database of our own with the rows of a backup's. The file itself is never used: its schema could hold
 * triggers and views that act later.
 * @throws `backup_invalid`
 */
export function copyDatabase(backup: string, target: string, trees: ReadonlyMap<string, CheckedTree>): void {
  modernize(backup);
  const { database } = openDatabase(target);
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF;');
    database.prepare('ATTACH DATABASE ? AS backup').run(backup);
    refuseOtherThanTables(database);
    transaction(database, () => {
      for (const table of ownTables(database)) if (!leftOut.has(table)) copyTable(database, table);
      copyPlugins(database, trees);
      copyConfigurations(database, trees);
      recordAudit(database, 'backup.restored', '');
    });
    if (database.prepare('PRAGMA foreign_key_check').all().length > 0)
      throw invalid('its rows contradict each other');
    database.exec('DETACH DATABASE backup; PRAGMA wal_checkpoint(TRUNCATE);');
  } catch (error) {
    throw error instanceof SecAgentError ? error : invalid(reasonOf(error), error);
  } finally {
    database.close();
  }
}

/** Checks the backup's copy and brings it to the newest version. */
function modernize(path: string): void {
  try {
    const found = new Database(path, { readOnly: true });
    try {
      const { user_version: version } = found.prepare('PRAGMA user_version').get() as {
        user_version: number;
      };
      if (version > migrations.length) throw invalid('a newer version of SecAgent made it; update SecAgent');
      if (version < 1) throw invalid('its database is empty');
      const check = found.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
      if (check.quick_check !== 'ok') throw invalid('its database is damaged');
    } finally {
      found.close();
    }
    const { database, recovered } = openDatabase(path);
    database.exec('PRAGMA journal_mode = DELETE');
    database.close();
    if (recovered) throw invalid('its database is damaged');
  } catch (error) {
    throw error instanceof SecAgentError && error.code === 'backup_invalid'
      ? error
      : invalid(`its database can't be read (${reasonOf(error)})`, error);
  }
}

function ownTables(database: DatabaseSync): string[] {
  const rows = database
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  return (rows as unknown as { name: string }[]).map(({ name }) => name);
}

/** Only plain tables are read: a view or a virtual table under a known name would be somebody's program. */
function refuseOtherThanTables(database: DatabaseSync): void {
  const known = new Set(ownTables(database));
  const rows = database.prepare('SELECT type, name, sql FROM backup.sqlite_schema').all();
  for (const { type, name, sql } of rows as unknown as { type: string; name: string; sql: string | null }[]) {
    if (known.has(name) && (type !== 'table' || /^CREATE\s+VIRTUAL/i.test(sql ?? ''))) {
      throw invalid(`its database has something else than a table named ${name}`);
    }
  }
}

function copyTable(database: DatabaseSync, table: string): void {
  const columnsOf = (schema: string) =>
    (
      database.prepare(`SELECT name FROM pragma_table_info(?, ?)`).all(table, schema) as unknown as {
        name: string;
      }[]
    ).map(({ name }) => name);
  const theirs = new Set(columnsOf('backup'));
  const columns = columnsOf('main').filter((name) => theirs.has(name));
  if (columns.length === 0) return;
  const list = columns.map((name) => `"${name}"`).join(', ');
  // A message that is no JSON would make its whole session unreadable.
  const where = table === 'messages' ? ' WHERE json_valid(content)' : '';
  database.exec(`INSERT INTO main."${table}" (${list}) SELECT ${list} FROM backup."${table}"${where}`);
}

/** What a plugin is, is read from its files again: consent is then asked for what is really there. */
function copyPlugins(database: DatabaseSync, trees: ReadonlyMap<string, CheckedTree>): void {
  const rows = database.prepare('SELECT id, folder, source, installed_at FROM backup.plugins').all();
  const insert = database.prepare(
    `INSERT INTO main.plugins (id, format, name, version, digest, folder, source, description, installed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const row of rows as unknown as Record<string, unknown>[]) {
    const id = String(row.id);
    const tree = trees.get(id);
    if (!tree || tree.folder !== row.folder) continue;
    const { description, digest, folder } = tree;
    const source = JSON.stringify(readSource(row.source));
    const installedAt = typeof row.installed_at === 'number' ? row.installed_at : Date.now();
    insert.run(
      id,
      description.format,
      description.name,
      description.version,
      digest,
      folder,
      source,
      JSON.stringify(description),
      installedAt,
    );
  }
}

function copyConfigurations(database: DatabaseSync, trees: ReadonlyMap<string, CheckedTree>): void {
  const rows = database
    .prepare(
      "SELECT plugin_id, revision, value FROM backup.plugin_config WHERE CASE WHEN json_valid(value) THEN json_type(value) END = 'object'",
    )
    .all();
  const insert = database.prepare(
    'INSERT INTO main.plugin_config (plugin_id, revision, value) VALUES (?, ?, ?)',
  );
  for (const { plugin_id: id, revision, value } of rows as unknown as Record<string, never>[]) {
    if (pluginIdPattern.test(String(id)) && trees.has(String(id)))
      insert.run(String(id), Number(revision), String(value));
  }
}

function readSource(text: unknown): PackageSource {
  try {
    const { kind, url } = JSON.parse(String(text)) as Partial<PackageSource>;
    const known = ['zip', 'folder', 'git', 'catalog', 'bundled'];
    if (kind && known.includes(kind) && typeof url === 'string') return { kind, url: url.slice(0, 4096) };
  } catch {
    // said below: a zip nobody knows the place of
  }
  return { kind: 'zip', url: '' };
}

function invalid(reason: string, cause?: unknown): SecAgentError {
  return new SecAgentError('backup_invalid', `this is no usable backup: ${reason}`, undefined, { cause });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
