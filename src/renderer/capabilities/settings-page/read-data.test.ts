import { expect, test } from 'vitest';
import { type Data, dataBounds, readData } from './read-data';

const text = (value: string): Data => ({ kind: 'text', text: value });

test('data is laid out as labels and values, lists and tables', () => {
  const data = readData({
    connected: true,
    port: 8080,
    note: '',
    names: ['a', 2],
    none: [],
    server: { host: 'x' },
    books: [
      { title: 'Heidi', lent: null },
      { title: 'Momo', by: { who: '明' } },
    ],
  });
  expect(data).toEqual({
    kind: 'entries',
    more: 0,
    entries: [
      { label: 'connected', data: { kind: 'boolean', value: true } },
      { label: 'port', data: text('8080') },
      { label: 'note', data: { kind: 'nothing' } },
      { label: 'names', data: { kind: 'list', items: ['a', '2'], more: 0 } },
      { label: 'none', data: { kind: 'nothing' } },
      { label: 'server', data: { kind: 'entries', entries: [{ label: 'host', data: text('x') }], more: 0 } },
      {
        label: 'books',
        data: {
          kind: 'table',
          columns: ['title', 'lent', 'by'],
          rows: [
            [text('Heidi'), { kind: 'nothing' }, { kind: 'nothing' }],
            [text('Momo'), { kind: 'nothing' }, text('{"who":"明"}')],
          ],
          more: 0,
        },
      },
    ],
  });
});

test('what is nested deeper, or mixed, stays JSON', () => {
  const deep = { a: { b: { c: { d: 1 } } } };
  expect(JSON.stringify(readData(deep))).toContain('{"kind":"json","value":{"d":1}}');
  expect(readData([1, { a: 1 }])).toEqual({ kind: 'json', value: [1, { a: 1 }] });
});

test('columns called like what every object has are columns like others', () => {
  expect(readData([{ toString: 1 }, {}])).toMatchObject({ rows: [[text('1')], [{ kind: 'nothing' }]] });
});

test('there is an end to how much of it is laid out', () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, 'x'.repeat(1_000_000)]));
  const rows = Array.from({ length: 1000 }, () => wide);
  const entries = readData(wide);
  expect(entries).toMatchObject({ kind: 'entries', more: 1000 - dataBounds.entries });
  expect(readData(rows)).toMatchObject({ kind: 'table', more: 1000 - dataBounds.rows });
  const everything = readData(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`t${at}`, rows])));
  expect(JSON.stringify(everything).length).toBeLessThan(dataBounds.pieces * 300);
});
