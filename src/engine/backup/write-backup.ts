import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BackupManifest, BackupResult } from '../../shared/backup';
import { SecAgentError } from '../../shared/errors';
import type { Directories } from '../directories';
import { collisionKey, entrySegments, folderName, isClutter } from '../plugins';
import { version } from '../version';
import { names } from './layout';
import { ZipWriter } from './zip-writer';

/**
 * Puts settings, database, plugins and their data into one zip (X6). Keys are kept elsewhere and logs stay: neither is
 * in it. The database is a snapshot, and the plugins are those the snapshot names.
 * @throws `backup_failed`, `disk_full`; what stood at `path` before is then still there
 */
export async function writeBackup(
  path: string,
  database: DatabaseSync,
  directories: Directories,
): Promise<BackupResult> {
  const work = join(directories.restore, `${process.pid}-${randomUUID()}`);
  let zip: ZipWriter | null = null;
  try {
    mkdirSync(work, { recursive: true, mode: 0o700 });
    const snapshot = join(work, names.database);
    const trees = takeSnapshot(database, snapshot);
    zip = new ZipWriter(path);
    await zip.add(names.manifest, Buffer.from(JSON.stringify(manifest(), null, 2)));
    await zip.add(names.database, readFileSync(snapshot));
    const settings = join(directories.config, names.settings);
    if (existsSync(settings)) await zip.add(names.settings, readFileSync(settings));
    for (const { id, folder } of trees) {
      const tree = `${folderName(id)}/${folder}`;
      await addFolder(zip, join(directories.store, tree), `${names.store}/${tree}`);
    }
    const skipped = await addFolder(zip, directories.pluginData, names.pluginData);
    const size = zip.finish();
    return { path, size, skipped };
  } catch (error) {
    zip?.abandon();
    throw describe(error, path);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function manifest(): BackupManifest {
  return { format: 'secagent-backup', formatVersion: 1, createdAt: Date.now(), version };
}

/** A copy without consent and without what only concerns running processes; returns the trees it names. */
function takeSnapshot(database: DatabaseSync, path: string): { id: string; folder: string }[] {
  database.prepare('VACUUM INTO ?').run(path);
  const snapshot = new DatabaseSync(path);
  try {
    snapshot.exec(`PRAGMA foreign_keys = ON;
      DELETE FROM grants; DELETE FROM running_turns; DELETE FROM sessions WHERE deleted_at IS NOT NULL; VACUUM;`);
    const rows = snapshot.prepare('SELECT id, folder FROM plugins').all();
    return rows as unknown as { id: string; folder: string }[];
  } finally {
    snapshot.close();
  }
}

/**
 * Adds every regular file below `folder`. Links are left out, and names a restore would refuse: a plugin's odd file
 * must not make the whole backup worthless.
 * @returns what was left out because of its name
 */
async function addFolder(zip: ZipWriter, folder: string, prefix: string): Promise<string[]> {
  const skipped: string[] = [];
  const seen = new Set<string>();
  if (!existsSync(folder)) return skipped;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `${prefix}/${path
      .slice(folder.length + 1)
      .split(sep)
      .join('/')}`;
    const key = collisionKey(name);
    if (!isStorable(name) || seen.has(key)) skipped.push(name);
    else await zip.add(name, readFileSync(path));
    seen.add(key);
  }
  return skipped;
}

function isStorable(name: string): boolean {
  try {
    const segments = entrySegments(name);
    return !isClutter(segments) && segments.join('/') === name;
  } catch {
    return false;
  }
}

function describe(error: unknown, path: string): SecAgentError {
  if (error instanceof SecAgentError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const reason = error instanceof Error ? error.message : String(error);
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return new SecAgentError(
    full ? 'disk_full' : 'backup_failed',
    full ? 'the disk is full; no backup was written' : `no backup was written: ${reason}`,
    { path },
    { cause: error },
  );
}
