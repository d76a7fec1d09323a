import type { DatabaseSync } from 'node:sqlite';

/** Records a decision or an event worth explaining later: installs, grants, removals, crashes. Never secrets. */
export function recordAudit(
  database: DatabaseSync,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): void {
  database
    .prepare('INSERT INTO audit (at, action, subject, details) VALUES (?, ?, ?, ?)')
    .run(Date.now(), action, subject, JSON.stringify(details));
}
