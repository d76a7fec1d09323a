import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { SecAgentError } from '../../shared/errors';
import type { Entry, SessionDetail, SessionSummary, ToolCall } from '../../shared/sessions';
import { isProcessAlive } from '../process-alive';
import { transaction } from '../storage';
import { shownEntry } from './shown-entry';
import { flatten, revive, type ToolCallRow, toToolCall } from './stored-entry';

interface SessionRow {
  id: string;
  title: string;
  created_at: number;
  updated_at: number;
}

/** Sessions, their entries and tool calls in the database; shared by window and CLI (S26). */
export class Sessions {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Newest first. With `query`, those whose title or text contains it (any language, two characters are enough). */
  list(query = ''): SessionSummary[] {
    const wanted = query.trim();
    if (!wanted) {
      const rows = this.#database.prepare('SELECT * FROM sessions ORDER BY updated_at DESC, id').all();
      return (rows as unknown as SessionRow[]).map((row) => this.#summary(row));
    }
    const like = `%${wanted.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    const rows = this.#database
      .prepare(
        `SELECT * FROM sessions s WHERE title LIKE ? ESCAPE '\\' OR EXISTS
           (SELECT 1 FROM messages m WHERE m.session_id = s.id AND m.text LIKE ? ESCAPE '\\')
         ORDER BY updated_at DESC, id`,
      )
      .all(like, like);
    return (rows as unknown as SessionRow[]).map((row) => this.#summary(row));
  }

  create(id: string = randomUUID()): SessionSummary {
    const now = Date.now();
    this.#database
      .prepare('INSERT INTO sessions (id, title, created_at, updated_at) VALUES (?, ?, ?, ?)')
      .run(id, '', now, now);
    return { id, title: '', createdAt: now, updatedAt: now, busy: false };
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
      if (this.#runningIn(sessionId) !== null) {
        throw new SecAgentError('session_busy', 'this session is still answering; stop it or wait', {
          sessionId,
        });
      }
      this.#database
        .prepare('INSERT OR REPLACE INTO running_turns (session_id, pid) VALUES (?, ?)')
        .run(sessionId, process.pid);
    });
  }

  endTurn(sessionId: string): void {
    this.#database
      .prepare('DELETE FROM running_turns WHERE session_id = ? AND pid = ?')
      .run(sessionId, process.pid);
  }

  /** Start-up repair: turns whose process is gone were cut; their text is kept and says so (S26). */
  repairInterrupted(): void {
    const rows = this.#database.prepare('SELECT session_id, pid FROM running_turns').all();
    for (const { session_id, pid } of rows as unknown as { session_id: string; pid: number }[]) {
      if (isProcessAlive(pid) && pid !== process.pid) continue;
      for (const entry of this.entries(session_id)) {
        if (entry.kind === 'assistant' && entry.status === 'streaming')
          this.save(session_id, asInterrupted(entry));
      }
      this.#database
        .prepare('DELETE FROM running_turns WHERE session_id = ? AND pid = ?')
        .run(session_id, pid);
    }
  }

  /** The live process a turn of this session runs in, or null. */
  #runningIn(sessionId: string): number | null {
    const row = this.#database.prepare('SELECT pid FROM running_turns WHERE session_id = ?').get(sessionId) as
      | { pid: number }
      | undefined;
    return row && isProcessAlive(row.pid) ? row.pid : null;
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
    const row = this.#database.prepare('SELECT * FROM sessions WHERE id = ?').get(id);
    if (!row) throw new SecAgentError('session_unknown', `there is no session ${id}`, { sessionId: id });
    return row as unknown as SessionRow;
  }

  #summary(row: SessionRow): SessionSummary {
    return {
      id: row.id,
      title: row.title,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      busy: this.#runningIn(row.id) !== null,
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
