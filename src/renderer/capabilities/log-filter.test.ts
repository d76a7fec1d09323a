import { expect, test } from 'vitest';
import type { LogLevel } from '../../shared/plugins';
import { filterLines, noFilter, textOf } from './log-filter';
import type { ShownLine } from './log-lines';

const line = (key: number, level: LogLevel, text: string): ShownLine => ({
  key,
  seq: key,
  at: key,
  level,
  text,
});
const lines = [
  line(1, 'debug', 'Loading page'),
  line(2, 'info', 'page loaded'),
  line(3, 'warn', 'slow PAGE, slow page'),
  line(4, 'error', '出错：没有学生'),
];
const keys = (filter: Partial<typeof noFilter>) =>
  filterLines(lines, { ...noFilter, ...filter }).map(({ key }) => key);
const marked = (text: string, search: string, maxMarks?: number) =>
  filterLines([line(1, 'info', text)], { level: 'debug', search }, maxMarks)
    .flatMap(({ parts }) => parts)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('');

test('a level shows itself and what weighs more', () => {
  expect(keys({})).toEqual([1, 2, 3, 4]);
  expect(keys({ level: 'info' })).toEqual([2, 3, 4]);
  expect(keys({ level: 'warn' })).toEqual([3, 4]);
  expect(keys({ level: 'error' })).toEqual([4]);
});

test('the search is plain text in either case, and marks every hit', () => {
  expect(keys({ search: ' page ' })).toEqual([1, 2, 3]);
  expect(keys({ search: 'Page', level: 'warn' })).toEqual([3]);
  expect(keys({ search: '学生' })).toEqual([4]);
  expect(keys({ search: '(a+)+$' })).toEqual([]);
  expect(marked('slow PAGE, slow page', 'page')).toBe('slow [PAGE], slow [page]');
  expect(marked('a.b.c', '.')).toBe('a[.]b[.]c');
  expect(marked('aaaa', 'aa')).toBe('[aa][aa]');
  expect(marked('plain', '')).toBe('plain');
});

test('letters that grow in lower case move no mark', () => {
  expect(marked('İİİ page', 'page')).toBe('İİİ [page]');
  expect(marked('İİİ page', 'PAGE')).toBe('');
});

test('there is an end to marks, and the newest lines have them', () => {
  expect(marked('aaaaaa', 'a', 2)).toBe('[a][a]aaaa');
  const many = filterLines(
    [line(1, 'info', 'aa'), line(2, 'info', 'aa')],
    { level: 'debug', search: 'a' },
    2,
  );
  expect(many.map(({ parts }) => parts.filter(({ hit }) => hit).length)).toEqual([0, 2]);
});

test('security/7: a long search over a full log ends at once', () => {
  const full = Array.from({ length: 2000 }, (_, at) => line(at, 'info', 'a'.repeat(8_000)));
  const begun = performance.now();
  expect(filterLines(full, { level: 'debug', search: `${'a'.repeat(199)}b` })).toEqual([]);
  filterLines(full, { level: 'debug', search: 'a' });
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('what is copied has time, level and text', () => {
  expect(textOf(lines.slice(3))).toBe('1970-01-01T00:00:00.004Z error 出错：没有学生\n');
});
