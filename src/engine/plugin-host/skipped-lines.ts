import type { ErrorInfo } from '../../shared/errors';

const NAMED = 5;

/** One log line for each reason, naming what was skipped for it: a busy plugin with 500 prompts writes one line. */
export function skippedLines(failures: { what: string; error: ErrorInfo }[]): string[] {
  const byReason = Map.groupBy(failures, ({ error }) => error.message);
  return [...byReason].map(([reason, group]) => {
    const named = group.slice(0, NAMED).map(({ what }) => what);
    const more = group.length > NAMED ? ` and ${group.length - NAMED} more` : '';
    return `${named.join(', ')}${more} ${group.length > 1 ? 'were' : 'was'} skipped: ${reason}`;
  });
}
