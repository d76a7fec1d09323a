import { expect, test } from 'vitest';
import type { LogLine } from '../../shared/plugins';
import { appendLines, emptyLog, type ReadLog, readFrom } from './log-lines';

const line = (seq: number, text: string, at = seq): LogLine => ({ seq, at, level: 'info', text });

/** Reads a log as the view does, once after the other. */
function readAll(log: ReadLog, ...states: LogLine[][]): ReadLog {
  return states.reduce(
    (read, kept) =>
      appendLines(
        read,
        kept.filter(({ seq }) => seq > readFrom(read)),
      ),
    log,
  );
}
const texts = ({ lines }: ReadLog) => lines.map(({ text }) => text);

test('new lines are added once, in order', () => {
  const log = readAll(emptyLog, [line(1, 'a')], [line(1, 'a')], [line(1, 'a'), line(2, 'b'), line(3, 'c')]);
  expect(texts(log)).toEqual(['a', 'b', 'c']);
  expect(new Set(log.lines.map(({ key }) => key)).size).toBe(3);
});

test('a log that starts again at 1 is read from there, and what was shown stays', () => {
  const before = [line(1, 'a'), line(2, 'b'), line(3, 'c')];
  const after = [line(1, 'new', 9)];
  expect(texts(readAll(emptyLog, before, after, after))).toEqual(['a', 'b', 'c', 'new']);
  // Also when it has as many lines as the old one had.
  const more = [line(1, 'x', 9), line(2, 'y', 9), line(3, 'z', 9)];
  const log = readAll(emptyLog, before, more, more);
  expect(texts(log)).toEqual(['a', 'b', 'c', 'x', 'y', 'z']);
  expect(new Set(log.lines.map(({ key }) => key)).size).toBe(6);
});

test('lines that were dropped in between leave a gap, not a new start', () => {
  const late = [line(50, 'later'), line(51, 'last')];
  expect(texts(readAll(emptyLog, [line(1, 'a')], late, late))).toEqual(['a', 'later', 'last']);
});
