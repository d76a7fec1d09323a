import type { DatabaseSync } from 'node:sqlite';
import { SecAgentError } from '../../../shared/errors';
import type { StoredConfig } from '../../../shared/host-contract';
import type { Permission } from '../../../shared/permissions';
import type { PackageSource } from '../../../shared/plugins';
import { recordAudit } from '../../storage';
import type { PackageDescription } from '../formats';

/** An installed version of a plugin. */
export interface PluginRecord {
  digest: string;
  /** name of its tree below `<store>/<id>/` */
  folder: string;
  source: PackageSource;
  description: PackageDescription;
  installedAt: number;
}

interface Row {
  id: string;
  digest: string;
  folder: string;
  source: string;
  description: string;
  installed_at: number;
}

/** The tables `plugins`, `grants` and `plugin_config`. Changes of more than one row belong in the caller's transaction. */
export class PluginRecords {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  list(): PluginRecord[] {
    const rows = this.#database.prepare('SELECT * FROM plugins ORDER BY name, id').all() as unknown as Row[];
    return rows.flatMap((row) => toRecord(row) ?? []);
  }

  get(id: string): PluginRecord | null {
    const row = this.#database.prepare('SELECT * FROM plugins WHERE id = ?').get(id) as unknown as
      | Row
      | undefined;
    return row ? toRecord(row) : null;
  }

  /** Makes this version the installed one, and grants it its permissions when the user agreed. */
  put(record: Omit<PluginRecord, 'installedAt'>, granted: readonly Permission[] | null): void {
    const { description } = record;
    this.#database
      .prepare(
        `INSERT INTO plugins (id, format, name, version, digest, folder, source, description, installed_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET format = excluded.format, name = excluded.name, version = excluded.version,
           digest = excluded.digest, folder = excluded.folder, source = excluded.source,
           description = excluded.description, installed_at = excluded.installed_at`,
      )
      .run(
        description.id,
        description.format,
        description.name,
        description.version,
        record.digest,
        record.folder,
        JSON.stringify(record.source),
        JSON.stringify(description),
        Date.now(),
      );
    recordAudit(this.#database, 'plugin.installed', description.id, {
      version: description.version,
      digest: record.digest,
    });
    if (granted) this.grant(description.id, record.digest, granted);
  }

  grant(id: string, digest: string, permissions: readonly Permission[]): void {
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO grants (plugin_id, digest, permissions, granted_at) VALUES (?, ?, ?, ?)',
      )
      .run(id, digest, JSON.stringify(permissions), Date.now());
    recordAudit(this.#database, 'plugin.granted', id, { digest, permissions });
  }

  /** What the user agreed to for exactly this version, or null. */
  granted(id: string, digest: string): Permission[] | null {
    const row = this.#database
      .prepare('SELECT permissions FROM grants WHERE plugin_id = ? AND digest = ?')
      .get(id, digest) as { permissions: string } | undefined;
    return row ? (readJson<Permission[]>(row.permissions) ?? null) : null;
  }

  /** Removes record, grants and own configuration. */
  remove(id: string): void {
    this.#database.prepare('DELETE FROM plugins WHERE id = ?').run(id);
    this.#database.prepare('DELETE FROM plugin_config WHERE plugin_id = ?').run(id);
    recordAudit(this.#database, 'plugin.removed', id);
  }

  readConfig(id: string): StoredConfig {
    const row = this.#database
      .prepare('SELECT revision, value FROM plugin_config WHERE plugin_id = ?')
      .get(id) as { revision: number; value: string } | undefined;
    if (!row) return { revision: 0, value: {} };
    return { revision: row.revision, value: readJson<Record<string, unknown>>(row.value) ?? {} };
  }

  configRevision(id: string): number {
    const row = this.#database.prepare('SELECT revision FROM plugin_config WHERE plugin_id = ?').get(id);
    return (row as { revision: number } | undefined)?.revision ?? 0;
  }

  /**
   * Replaces the configuration and counts its revision up. Compare and set: window and CLI share it.
   * @throws `config_conflict`, `plugin_unknown` (a disposer that writes must not bring a removed plugin's row back)
   */
  writeConfig(id: string, value: Record<string, unknown>, basedOn: number): number {
    if (!this.get(id)) throw new SecAgentError('plugin_unknown', `no plugin "${id}" is installed`, { id });
    if (this.configRevision(id) !== basedOn) {
      throw new SecAgentError('config_conflict', 'the configuration was changed elsewhere; read it again', {
        id,
      });
    }
    this.#database
      .prepare('INSERT OR REPLACE INTO plugin_config (plugin_id, revision, value) VALUES (?, ?, ?)')
      .run(id, basedOn + 1, JSON.stringify(value));
    return basedOn + 1;
  }
}

/** null for a row that was damaged from outside: one broken plugin must not hide the others (ATTACKS 23). */
function toRecord(row: Row): PluginRecord | null {
  const source = readJson<PackageSource>(row.source);
  const description = readJson<PackageDescription>(row.description);
  if (!source || !description) return null;
  const { digest, folder, installed_at: installedAt } = row;
  return { digest, folder, source, description: completed(description), installedAt };
}

/** Rows of earlier versions lack what packages could not have then. */
function completed(description: PackageDescription): PackageDescription {
  return {
    ...description,
    network: description.network ?? { hosts: null, env: [] },
    components: description.components ?? [],
    settingsPages: description.settingsPages.map((page) => ({
      ...page,
      description: page.description ?? '',
    })),
  };
}

function readJson<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
