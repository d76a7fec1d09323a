import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { BackupPreview, BackupResult } from '../../shared/backup';
import { SecAgentError } from '../../shared/errors';
import type { Directories } from '../directories';
import { readModelSettings, readNetworkSettings } from '../settings';
import { scheduleRestore } from './swap';
import { unpackBackup } from './unpack-backup';
import { writeBackup } from './write-backup';

/** Automatic backups that are kept. */
const KEPT = 3;

export interface BackupsOptions {
  database: DatabaseSync;
  directories: Directories;
  /** a turn is running, in any process */
  busy(): boolean;
  /** ends everything that uses database or store, for good */
  close(): Promise<void>;
}

/** Backup and restore (X6). A restore is looked at first and takes effect with the next start. */
export class Backups {
  readonly #options: BackupsOptions;
  readonly #opened = new Map<string, { folder: string; preview: BackupPreview }>();

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** @throws `backup_failed`, `disk_full` */
  write(path: string): Promise<BackupResult> {
    return writeBackup(path, this.#options.database, this.#options.directories);
  }

  /** Unpacks a backup beside the data and says what is in it. @throws `backup_invalid`, `disk_full` */
  async inspect(path: string): Promise<BackupPreview> {
    for (const id of [...this.#opened.keys()]) this.discard(id); // one at a time: they are large
    const restoreId = randomUUID();
    const folder = join(this.#options.directories.restore, `${process.pid}-${restoreId}`);
    try {
      const found = await unpackBackup(path, folder);
      const { models } = readModelSettings(found.settings.models);
      const { network } = readNetworkSettings(found.settings.network);
      const preview: BackupPreview = {
        restoreId,
        fileName: basename(path),
        createdAt: found.manifest.createdAt,
        version: found.manifest.version,
        sessions: found.sessions,
        plugins: found.plugins,
        size: statSync(path).size,
        unpacked: found.unpacked,
        services: [...new Set(models.providers.map(({ baseUrl }) => new URL(baseUrl).host))],
        proxy: network.proxy.mode === 'manual' ? network.proxy.url : null,
      };
      this.#opened.set(restoreId, { folder, preview });
      return preview;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** @throws `backup_gone` */
  describe(restoreId: string): BackupPreview {
    return this.#take(restoreId).preview;
  }

  discard(restoreId: string): void {
    const opened = this.#opened.get(restoreId);
    if (!opened) return;
    this.#opened.delete(restoreId);
    rmSync(opened.folder, { recursive: true, force: true });
  }

  /**
   * Saves the present state, closes everything and schedules the opened backup: the next start is its.
   * @throws `backup_gone`, `session_busy`, `backup_failed`, `disk_full`; then everything is as it was
   */
  async commit(restoreId: string): Promise<void> {
    const { folder } = this.#take(restoreId);
    const { busy, close, directories } = this.#options;
    if (busy()) throw new SecAgentError('session_busy', 'an answer is still being written; stop it or wait');
    mkdirSync(directories.backups, { recursive: true, mode: 0o700 });
    const stamp = new Date().toISOString().replace(/[:.]/g, '-');
    await this.write(join(directories.backups, `before-restore-${stamp}.zip`));
    this.#forgetOldOnes();
    this.#opened.delete(restoreId);
    await close();
    scheduleRestore(folder, directories);
  }

  /** Forgets what was opened and not restored. */
  dispose(): void {
    for (const id of [...this.#opened.keys()]) this.discard(id);
  }

  #forgetOldOnes(): void {
    const { backups } = this.#options.directories;
    const own = readdirSync(backups).filter((name) => /^before-restore-.*\.zip$/.test(name));
    for (const name of own.sort().slice(0, -KEPT)) rmSync(join(backups, name), { force: true });
  }

  #take(restoreId: string) {
    const opened = this.#opened.get(restoreId);
    if (!opened) throw new SecAgentError('backup_gone', 'this backup is no longer waiting; choose it again');
    return opened;
  }
}
