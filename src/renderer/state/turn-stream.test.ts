import { expect, test } from 'vitest';
import type { TurnEvent } from '../../shared/sessions';
import { appendEvent } from './turn-stream';

const delta = (entryId: string, part: 'text' | 'reasoning', text: string): TurnEvent => ({
  type: 'delta',
  entryId,
  part,
  text,
});

test('pieces of the same part are joined, others keep their order', () => {
  const events = [
    delta('a', 'reasoning', '想'),
    delta('a', 'text', '你'),
    delta('a', 'text', '好'),
    delta('b', 'text', '！'),
  ];
  expect(events.reduce<TurnEvent[]>(appendEvent, [])).toEqual([
    delta('a', 'reasoning', '想'),
    delta('a', 'text', '你好'),
    delta('b', 'text', '！'),
  ]);
});
