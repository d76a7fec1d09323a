import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { SecAgentError } from '../../shared/errors';
import type { Entry, SessionDetail, SessionSummary, ToolCall } from '../../shared/sessions';
import { transaction } from '../storage';
import { RunningTurns } from './running-turns';
import { shownEntry } from './shown-entry';
import { flatten, revive, type ToolCallRow, toToolCall } from './stored-entry';

interface SessionRow {
  id: string;
  title: string;
  created_at: number;
  updated_at: number;
}

/** How long a deleted session can be brought back by the window that deleted it, with a margin. */
const RESTORABLE_MS = 60_000;

/** Sessions, their entries and tool calls in the database; shared by window and CLI (S26). */
export class Sessions {
  readonly #database: DatabaseSync;
  readonly #turns: RunningTurns;
  /** sessions a turn of this process runs in */
  readonly #own = new Set<string>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#turns = new RunningTurns(database);
  }

  /** Newest first. With `query`, those whose title or text contains it (any language, two characters are enough). */
  list(query = ''): SessionSummary[] {
    const wanted = query.trim();
    if (!wanted) {
      const rows = this.#database
        .prepare('SELECT * FROM sessions WHERE deleted_at IS NULL ORDER BY updated_at DESC, id')
        .all();
      return this.#summaries(rows as unknown as SessionRow[]);
    }
    const like = `%${wanted.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    const rows = this.#database
      .prepare(
        `SELECT * FROM sessions s WHERE deleted_at IS NULL AND (title LIKE ? ESCAPE '\\' OR EXISTS
           (SELECT 1 FROM messages m WHERE m.session_id = s.id AND m.text LIKE ? ESCAPE '\\'))
         ORDER BY updated_at DESC, id`,
      )
      .all(like, like);
    return this.#summaries(rows as unknown as SessionRow[]);
  }

  create(id: string = randomUUID()): SessionSummary {
    const now = Date.now();
    this.#database
      .prepare('INSERT INTO sessions (id, title, created_at, updated_at) VALUES (?, ?, ?, ?)')
      .run(id, '', now, now);
    return { id, title: '', createdAt: now, updatedAt: now, busy: false };
  }

  /** Folder the session works in (S28); null when none was chosen for it. */
  workspace(id: string): string | null {
    this.#row(id);
    const row = this.#database.prepare('SELECT workspace FROM sessions WHERE id = ?').get(id);
    return (row as { workspace: string | null }).workspace;
  }

  setWorkspace(id: string, path: string): void {
    this.#row(id);
    this.#database.prepare('UPDATE sessions SET workspace = ? WHERE id = ?').run(path, id);
  }

  /** @throws `session_unknown` */
  summary(id: string): SessionSummary {
    return this.#summary(this.#row(id));
  }

  /** @throws `session_unknown` */
  show(id: string): SessionDetail {
    return { ...this.summary(id), entries: this.entries(id).map(shownEntry) };
  }

  rename(id: string, title: string): SessionSummary {
    this.#row(id);
    this.#database.prepare('UPDATE sessions SET title = ? WHERE id = ?').run(title.trim(), id);
    return this.summary(id);
  }

  /** Takes the session away so that it can be brought back for a while. */
  setAside(id: string): void {
    this.#row(id);
    this.#database.prepare('UPDATE sessions SET deleted_at = ? WHERE id = ?').run(Date.now(), id);
  }

  /** @throws `session_unknown` when it is gone for good */
  restore(id: string): SessionSummary {
    this.#database.prepare('UPDATE sessions SET deleted_at = NULL WHERE id = ?').run(id);
    return this.summary(id);
  }

  /** Removes what was set aside, unless a window may still offer to bring it back. */
  purge(): void {
    this.#database.prepare('DELETE FROM sessions WHERE deleted_at < ?').run(Date.now() - RESTORABLE_MS);
  }

  /** At once and for good. */
  delete(id: string): void {
    this.#row(id);
    this.#database.prepare('DELETE FROM sessions WHERE id = ?').run(id);
  }

  /** In the order in which they acted. */
  entries(sessionId: string): Entry[] {
    const calls = new Map<string, ToolCall>();
    const callRows = this.#database
      .prepare('SELECT c.* FROM tool_calls c JOIN messages m ON m.id = c.message_id WHERE m.session_id = ?')
      .all(sessionId) as unknown as ToolCallRow[];
    for (const row of callRows) calls.set(`${row.message_id}/${row.call_id}`, toToolCall(row));
    const rows = this.#database
      .prepare('SELECT id, content FROM messages WHERE session_id = ? ORDER BY seq')
      .all(sessionId) as unknown as { id: string; content: string }[];
    return rows.map((row) => revive(row.content, (callId) => calls.get(`${row.id}/${callId}`)));
  }

  /** Adds or replaces one entry with its tool calls, in one transaction. */
  save(sessionId: string, entry: Entry): void {
    const { content, text, calls } = flatten(entry);
    transaction(this.#database, () => {
      this.#database
        .prepare(
          `INSERT INTO messages (id, session_id, turn_id, seq, kind, content, text, created_at)
           VALUES (?, ?, ?, (SELECT coalesce(max(seq), 0) + 1 FROM messages WHERE session_id = ?), ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET
             kind = excluded.kind, content = excluded.content, text = excluded.text`,
        )
        .run(entry.id, sessionId, entry.turnId, sessionId, entry.kind, content, text, entry.createdAt);
      for (const call of calls) this.#saveCall(entry.id, call);
      this.#database.prepare('UPDATE sessions SET updated_at = ? WHERE id = ?').run(Date.now(), sessionId);
    });
  }

  /** Skills that are in this session's conversation already, loaded or read (S14). */
  skillsSeen(sessionId: string): Set<string> {
    const rows = this.#database
      .prepare('SELECT skill FROM session_skills WHERE session_id = ?')
      .all(sessionId);
    return new Set((rows as unknown as { skill: string }[]).map((row) => row.skill));
  }

  /** After a summary: what a skill said is no longer in what the model gets. */
  forgetSkills(sessionId: string): void {
    this.#database.prepare('DELETE FROM session_skills WHERE session_id = ?').run(sessionId);
  }

  markSkillSeen(sessionId: string, skill: string, how: 'loaded' | 'read'): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO session_skills (session_id, skill, how) VALUES (?, ?, ?)')
      .run(sessionId, skill, how);
  }

  /**
   * Marks the session as busy with a turn of this process, in window and CLI alike (ATTACKS 22).
   * @throws `session_busy`
   */
  beginTurn(sessionId: string): void {
    transaction(this.#database, () => {
      this.#row(sessionId);
      if (this.#turns.isRunning(sessionId)) {
        throw new SecAgentError('session_busy', 'this session is still answering; stop it or wait', {
          sessionId,
        });
      }
      this.#own.add(sessionId);
      this.#turns.begin(sessionId);
    });
    // What a turn of a process that is gone left behind would stay "streaming" for ever.
    this.#interrupt(sessionId);
  }

  endTurn(sessionId: string): void {
    this.#own.delete(sessionId);
    this.#turns.end(sessionId);
  }

  /** Tells other processes that turns of this one are alive; called every few seconds. */
  beat(): void {
    if (this.#own.size > 0) this.#turns.beat();
  }

  /** Start-up repair: turns whose process is gone were cut; their text is kept and says so (S26). */
  repairInterrupted(): void {
    for (const sessionId of this.#turns.cutSessions(this.#own)) {
      this.#interrupt(sessionId);
      this.#turns.forget(sessionId);
    }
  }

  #interrupt(sessionId: string): void {
    for (const entry of this.entries(sessionId)) {
      if (entry.kind === 'assistant' && entry.status === 'streaming')
        this.save(sessionId, asInterrupted(entry));
    }
  }

  #saveCall(entryId: string, call: ToolCall): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO tool_calls (message_id, call_id, key, hidden, arguments, status, result, error, ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        entryId,
        call.callId,
        call.key,
        call.hidden ? 1 : 0,
        JSON.stringify(call.arguments ?? null),
        call.status,
        call.result === undefined ? null : JSON.stringify(call.result),
        call.error === undefined ? null : JSON.stringify(call.error),
        call.ms,
      );
  }

  #row(id: string): SessionRow {
    const row = this.#database.prepare('SELECT * FROM sessions WHERE id = ? AND deleted_at IS NULL').get(id);
    if (!row) throw new SecAgentError('session_unknown', `there is no session ${id}`, { sessionId: id });
    return row as unknown as SessionRow;
  }

  #summaries(rows: SessionRow[]): SessionSummary[] {
    const busy = this.#turns.busySessions();
    return rows.map((row) => this.#summary(row, busy.has(row.id)));
  }

  #summary(row: SessionRow, busy = this.#turns.isRunning(row.id)): SessionSummary {
    return {
      id: row.id,
      title: row.title,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      busy,
    };
  }
}

function asInterrupted(entry: Extract<Entry, { kind: 'assistant' }>): Entry {
  const parts = entry.parts.map((part) =>
    part.type === 'tool' && part.call.status === 'running'
      ? { ...part, call: { ...part.call, status: 'stopped' as const, ms: part.call.ms ?? 0 } }
      : part,
  );
  return { ...entry, parts, status: 'interrupted' };
}
