import type { LogLine } from '../../shared/plugins';

const MAX_LINES = 2000;

export type ShownLine = LogLine & { key: number };

/** What was read of a plugin's log so far. */
export interface ReadLog {
  lines: ShownLine[];
  last: LogLine | null;
}

export const emptyLog: ReadLog = { lines: [], last: null };

/** From where to read on: the last line comes again, to tell whether this is still the same log. */
export function readFrom({ last }: ReadLog): number {
  return last ? last.seq - 1 : 0;
}

/**
 * Adds what `readFrom` led to. Numbers start again with a new engine, and with a plugin that was installed anew: then
 * the last line does not come again, and the next reading starts at the beginning. Lines on screen stay.
 */
export function appendLines(log: ReadLog, fresh: readonly LogLine[]): ReadLog {
  const { last } = log;
  const [first] = fresh;
  if (last) {
    const startedAnew = !first || (first.seq <= last.seq && !isSame(first, last));
    if (startedAnew) return { ...log, last: null };
  }
  const added = first && last && isSame(first, last) ? fresh.slice(1) : fresh;
  const newest = added.at(-1);
  if (!newest) return log;
  const nextKey = (log.lines.at(-1)?.key ?? 0) + 1;
  const shown = added.map((line, at) => ({ ...line, key: nextKey + at }));
  return { lines: [...log.lines, ...shown].slice(-MAX_LINES), last: newest };
}

function isSame(a: LogLine, b: LogLine): boolean {
  return a.seq === b.seq && a.at === b.at && a.text === b.text;
}
