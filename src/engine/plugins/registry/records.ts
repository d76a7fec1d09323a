import type { DatabaseSync } from 'node:sqlite';
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
    return rows.map(toRecord);
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
    return row ? (JSON.parse(row.permissions) as Permission[]) : null;
  }

  /** Removes record, grants and own configuration. */
  remove(id: string): void {
    this.#database.prepare('DELETE FROM plugins WHERE id = ?').run(id);
    this.#database.prepare('DELETE FROM plugin_config WHERE plugin_id = ?').run(id);
    recordAudit(this.#database, 'plugin.removed', id);
  }

  readConfig(id: string): { revision: number; value: Record<string, unknown> } {
    const row = this.#database
      .prepare('SELECT revision, value FROM plugin_config WHERE plugin_id = ?')
      .get(id) as { revision: number; value: string } | undefined;
    return row
      ? { revision: row.revision, value: JSON.parse(row.value) as Record<string, unknown> }
      : { revision: 0, value: {} };
  }

  /** Replaces the configuration and counts its revision up. `json` is already checked for size. */
  writeConfig(id: string, json: string): void {
    this.#database
      .prepare(
        `INSERT INTO plugin_config (plugin_id, revision, value) VALUES (?, 1, ?)
         ON CONFLICT (plugin_id) DO UPDATE SET revision = revision + 1, value = excluded.value`,
      )
      .run(id, json);
  }
}

function toRecord(row: Row): PluginRecord {
  return {
    digest: row.digest,
    folder: row.folder,
    source: JSON.parse(row.source) as PackageSource,
    description: JSON.parse(row.description) as PackageDescription,
    installedAt: row.installed_at,
  };
}
