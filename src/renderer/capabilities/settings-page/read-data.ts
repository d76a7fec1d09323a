import { isPlainObject } from '../../../shared/json';
import { clip } from './clip';

export const dataBounds = { entries: 50, items: 100, rows: 50, columns: 8, pieces: 2_000, depth: 3 } as const;
const MAX_TEXT = 2_000;
const MAX_CELL = 200;
const MAX_LABEL = 100;

/** A value in the shape it is drawn in. `more` is how many were left out. */
export type Data =
  | { kind: 'text'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'nothing' }
  | { kind: 'list'; items: string[]; more: number }
  | { kind: 'table'; columns: string[]; rows: Data[][]; more: number }
  | { kind: 'entries'; entries: { label: string; data: Data }[]; more: number }
  /** nested too deeply to be laid out */
  | { kind: 'json'; value: unknown };

/** Lays out data nobody has described: labels with values, lists, small tables; as much of it as a page can hold. */
export function readData(value: unknown): Data {
  const budget = { left: dataBounds.pieces };
  return lay(value, budget, 1);
}

function lay(value: unknown, budget: { left: number }, depth: number): Data {
  if (Array.isArray(value)) return layArray(value, budget, depth);
  if (!isPlainObject(value)) return layLeaf(value, MAX_TEXT);
  if (Object.keys(value).length === 0) return { kind: 'nothing' };
  if (depth > dataBounds.depth) return { kind: 'json', value };
  const all = Object.entries(value);
  const shown = take(all, dataBounds.entries, budget);
  const entries = shown.map(([key, part]) => ({
    label: clip(key, MAX_LABEL),
    data: lay(part, budget, depth + 1),
  }));
  return { kind: 'entries', entries, more: all.length - shown.length };
}

function layArray(values: unknown[], budget: { left: number }, depth: number): Data {
  if (values.length === 0) return { kind: 'nothing' };
  if (values.every(isPlainObject)) {
    const columns = [...new Set(values.slice(0, dataBounds.rows).flatMap(Object.keys))].slice(
      0,
      dataBounds.columns,
    );
    const rows = take(values, dataBounds.rows, budget, columns.length);
    const cell = (part: unknown) =>
      typeof part === 'object' && part !== null
        ? ({ kind: 'text', text: clip(JSON.stringify(part), MAX_CELL) } as const)
        : layLeaf(part, MAX_CELL);
    return {
      kind: 'table',
      columns: columns.map((column) => clip(column, MAX_LABEL)),
      rows: rows.map((row) => columns.map((column) => cell(Object.hasOwn(row, column) ? row[column] : null))),
      more: values.length - rows.length,
    };
  }
  if (values.some((part) => typeof part === 'object' && part !== null))
    return { kind: 'json', value: values };
  if (depth > dataBounds.depth) return { kind: 'json', value: values };
  const items = take(values, dataBounds.items, budget);
  return {
    kind: 'list',
    items: items.map((item) => clip(String(item), MAX_CELL)),
    more: values.length - items.length,
  };
}

function layLeaf(value: unknown, max: number): Data {
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (value === null || value === undefined || value === '') return { kind: 'nothing' };
  return { kind: 'text', text: clip(String(value), max) };
}

/** The first of them, as far as the page has room. */
function take<T>(all: readonly T[], max: number, budget: { left: number }, piecesEach = 1): T[] {
  const each = Math.max(1, piecesEach);
  const taken = all.slice(0, Math.min(max, Math.floor(Math.max(0, budget.left) / each)));
  budget.left -= taken.length * each;
  return taken;
}
