import { mkdirSync, statSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { SecAgentError } from '../../shared/errors';
import type { WorkspaceFolder, WorkspaceList } from '../../shared/workspace';
import type { Sessions } from '../sessions';
import { transaction } from '../storage';

const MAX_RECENTS = 10;

/**
 * Which folder is worked in (S28). A session keeps its own; new chats start in the one chosen last. Whoever names a
 * folder names one of the list: only `add`, which no page reaches, takes any.
 */
export class Workspaces {
  readonly #database: DatabaseSync;
  readonly #sessions: Sessions;
  readonly #default: string;
  readonly #fixed: boolean;

  /** @param folder the default one; `fixed` when this start works in it whatever was chosen before (`--workspace`) */
  constructor(database: DatabaseSync, sessions: Sessions, folder: { path: string; fixed: boolean }) {
    this.#database = database;
    this.#sessions = sessions;
    this.#default = folder.path;
    this.#fixed = folder.fixed;
  }

  /** @throws `session_unknown` */
  list(sessionId: string | null): WorkspaceList {
    return {
      folder: describe(this.of(sessionId)),
      default: describe(this.#default),
      recents: this.#recents().map(describe),
    };
  }

  /** Path of the session's folder, or of the one new chats start in. */
  of(sessionId: string | null): string {
    return (sessionId && this.#sessions.workspace(sessionId)) || this.#current();
  }

  /** Gives a new session the folder it keeps. */
  assign(sessionId: string): void {
    this.#sessions.setWorkspace(sessionId, this.#current());
  }

  /**
   * Works in a folder of the list from now on.
   * @throws `forbidden` for a folder nobody chose, `workspace_missing`
   */
  use(sessionId: string | null, path: string): void {
    if (path !== this.#default && path !== this.of(sessionId) && !this.#recents().includes(path)) {
      throw new SecAgentError('forbidden', 'this folder was not chosen before', { path });
    }
    this.#use(sessionId, path);
  }

  /** Works in a folder somebody chose just now. @throws `workspace_missing` */
  add(sessionId: string | null, path: string): WorkspaceFolder {
    if (!isAbsolute(path)) throw new SecAgentError('invalid_argument', `${path} is not an absolute path`);
    this.#use(sessionId, resolve(path));
    return describe(resolve(path));
  }

  /** Takes a folder off the list; sessions that work in it keep it. */
  forget(path: string): void {
    this.#database.prepare('DELETE FROM recent_workspaces WHERE path = ?').run(path);
  }

  /** The folder as it is on disk; the default one is made on first need. @throws `workspace_missing` */
  prepare(sessionId: string | null): WorkspaceFolder {
    return describe(this.prepareFolder(this.of(sessionId)));
  }

  /** The same for a folder that is known already. @throws `workspace_missing` */
  prepareFolder(path: string): string {
    if (path === this.#default) mkdirSync(path, { recursive: true });
    return this.#require(path);
  }

  #use(sessionId: string | null, path: string): void {
    if (path !== this.#default) this.#require(path);
    transaction(this.#database, () => {
      if (sessionId) this.#sessions.setWorkspace(sessionId, path);
      this.#database
        .prepare('INSERT OR REPLACE INTO recent_workspaces (path, used_at) VALUES (?, ?)')
        .run(path, this.#nextMoment());
      for (const old of this.#recents().slice(MAX_RECENTS)) this.forget(old);
    });
  }

  /** The one chosen last; the default when there is none, or it is gone. */
  #current(): string {
    const [latest] = this.#fixed ? [] : this.#recents();
    return latest !== undefined && isDirectory(latest) ? latest : this.#default;
  }

  #recents(): string[] {
    const rows = this.#database.prepare('SELECT path FROM recent_workspaces ORDER BY used_at DESC').all();
    return (rows as unknown as { path: string }[]).map(({ path }) => path);
  }

  /** Two choices within one millisecond still have an order. */
  #nextMoment(): number {
    const row = this.#database.prepare('SELECT max(used_at) AS latest FROM recent_workspaces').get();
    return Math.max(Date.now(), ((row as { latest: number | null }).latest ?? 0) + 1);
  }

  #require(path: string): string {
    if (isDirectory(path)) return path;
    throw new SecAgentError('workspace_missing', `there is no folder ${path}`, { path });
  }
}

function describe(path: string): WorkspaceFolder {
  return { path, name: basename(path) || path, exists: isDirectory(path) };
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // not there, or not for us to see: it can't be worked in either way
  }
}
