import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { SecAgentError } from '../../shared/errors';
import { migrations } from './migrations';

/**
 * Opens the one database (WAL, shared by window and CLI) and brings it to the newest version.
 * A file that is no database is set aside, never overwritten (ATTACKS 23): `recovered` names where it is.
 * @throws `storage_damaged` when it was written by a newer SecAgent or can't be opened
 */
export function openDatabase(path: string): { database: DatabaseSync; recovered: string | null } {
  try {
    return { database: openAndMigrate(path), recovered: null };
  } catch (error) {
    if (error instanceof SecAgentError || !looksDamaged(error) || !existsSync(path)) {
      throw error instanceof SecAgentError ? error : describeOpenError(error, path);
    }
    const aside = `${path}.damaged-${Date.now()}`;
    renameSync(path, aside);
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    }
    return { database: openAndMigrate(path), recovered: aside };
  }
}

/** Runs `work` in one transaction: all of it happens or nothing. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw isDiskFull(error) ? diskFull(error) : error;
  }
}

function openAndMigrate(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
    migrate(database, path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: DatabaseSync, path: string): void {
  transaction(database, () => {
    const row = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (row.user_version > migrations.length) {
      throw new SecAgentError(
        'storage_damaged',
        `${path} was written by a newer version of SecAgent; update SecAgent`,
        {
          file: path,
          version: row.user_version,
        },
      );
    }
    for (const sql of migrations.slice(row.user_version)) database.exec(sql);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** SQLITE_FULL (13), and SQLITE_IOERR (10) as some systems report it. */
function isDiskFull(error: unknown): boolean {
  return [10, 13].includes(((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff);
}

function diskFull(cause: unknown): SecAgentError {
  return new SecAgentError(
    'disk_full',
    'the disk is full or can not be written; nothing was changed',
    undefined,
    { cause },
  );
}

/** SQLITE_CORRUPT (11) and SQLITE_NOTADB (26). */
function looksDamaged(error: unknown): boolean {
  const code = (error as { errcode?: number } | null)?.errcode ?? 0;
  return [11, 26].includes(code & 0xff);
}

function describeOpenError(error: unknown, path: string): SecAgentError {
  if (isDiskFull(error)) return diskFull(error);
  const reason = error instanceof Error ? error.message : String(error);
  return new SecAgentError(
    'storage_damaged',
    `${path} can't be opened: ${reason}`,
    { file: path },
    { cause: error },
  );
}
