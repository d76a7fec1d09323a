import type { DatabaseSync } from 'node:sqlite';
import { isProcessAlive } from '../process-alive';

/** ms without a sign of life after which a turn counts as cut, even when a process with its id exists: ids are used again. */
const SILENCE_MS = 60_000;

/** Which process answers in which session: the table `running_turns`, shared by window and CLI (ATTACKS 22). */
export class RunningTurns {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  begin(sessionId: string): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO running_turns (session_id, pid, beat) VALUES (?, ?, ?)')
      .run(sessionId, process.pid, Date.now());
  }

  end(sessionId: string): void {
    this.#database
      .prepare('DELETE FROM running_turns WHERE session_id = ? AND pid = ?')
      .run(sessionId, process.pid);
  }

  /** Tells other processes that the turns of this one are alive. */
  beat(): void {
    this.#database.prepare('UPDATE running_turns SET beat = ? WHERE pid = ?').run(Date.now(), process.pid);
  }

  isRunning(sessionId: string): boolean {
    const row = this.#database.prepare('SELECT * FROM running_turns WHERE session_id = ?').get(sessionId);
    return row !== undefined && isAlive(row as unknown as Row);
  }

  /** Sessions that a turn runs in, in any process. */
  busySessions(): Set<string> {
    return new Set(
      this.#rows()
        .filter(isAlive)
        .map((row) => row.session_id),
    );
  }

  /** Sessions whose turn was cut: its process is gone. Our own id in an old row is another process's of before. */
  cutSessions(own: ReadonlySet<string>): string[] {
    return this.#rows()
      .filter((row) => !isAlive(row) || (row.pid === process.pid && !own.has(row.session_id)))
      .map((row) => row.session_id);
  }

  forget(sessionId: string): void {
    this.#database.prepare('DELETE FROM running_turns WHERE session_id = ?').run(sessionId);
  }

  #rows(): Row[] {
    return this.#database.prepare('SELECT * FROM running_turns').all() as unknown as Row[];
  }
}

interface Row {
  session_id: string;
  pid: number;
  beat: number;
}

function isAlive({ pid, beat }: Row): boolean {
  return isProcessAlive(pid) && Date.now() - beat < SILENCE_MS;
}
