import type { LogLevel } from '../../shared/plugins';
import type { ShownLine } from './log-lines';

/** in the order of their weight */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];

export interface LogFilter {
  /** this level and those above it */
  level: LogLevel;
  /** plain text, in either case; never a regular expression, which could be made to take forever (ATTACKS 7) */
  search: string;
}

export const noFilter: LogFilter = { level: 'debug', search: '' };
export const MAX_SEARCH = 200;
/** Marks on the page; lines beyond are shown without them. */
const MAX_MARKS = 2_000;

/** A piece of a line's text; `hit` where it is what was searched for. */
export interface LinePart {
  text: string;
  hit: boolean;
}
export type FilteredLine = ShownLine & { parts: LinePart[] };

/** The lines that pass, with what was searched for marked, the newest ones first of all. */
export function filterLines(
  lines: readonly ShownLine[],
  { level, search }: LogFilter,
  maxMarks = MAX_MARKS,
): FilteredLine[] {
  const least = logLevels.indexOf(level);
  const wanted = search.trim().slice(0, MAX_SEARCH);
  let marks = maxMarks;
  const found: FilteredLine[] = [];
  for (const line of lines.toReversed()) {
    if (logLevels.indexOf(line.level) < least) continue;
    const parts = wanted === '' ? whole(line.text) : split(line.text, wanted, marks);
    if (!parts) continue;
    marks -= parts.filter(({ hit }) => hit).length;
    found.push({ ...line, parts });
  }
  return found.reverse();
}

/** What “copy” puts on the clipboard, like the lines of the log's file. */
export function textOf(lines: readonly ShownLine[]): string {
  return lines.map(({ at, level, text }) => `${new Date(at).toISOString()} ${level} ${text}\n`).join('');
}

/** The text cut at every hit, or null when there is none. */
function split(text: string, wanted: string, maxMarks: number): LinePart[] | null {
  const { searched, needle } = comparable(text, wanted);
  let at = searched.indexOf(needle);
  if (at < 0) return null;
  const parts: LinePart[] = [];
  let from = 0;
  for (let marks = 0; at >= 0 && marks < maxMarks; marks++) {
    if (at > from) parts.push({ text: text.slice(from, at), hit: false });
    from = at + needle.length;
    parts.push({ text: text.slice(at, from), hit: true });
    at = searched.indexOf(needle, from);
  }
  return from < text.length ? [...parts, { text: text.slice(from), hit: false }] : parts;
}

/** Both in lower case, unless that moves places: some letters (İ) become two. */
function comparable(text: string, wanted: string): { searched: string; needle: string } {
  const searched = text.toLowerCase();
  const needle = wanted.toLowerCase();
  const moved = searched.length !== text.length || needle.length !== wanted.length;
  return moved ? { searched: text, needle: wanted } : { searched, needle };
}

function whole(text: string): LinePart[] {
  return [{ text, hit: false }];
}
