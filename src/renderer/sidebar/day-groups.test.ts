import { expect, test } from 'vitest';
import { groupByDay } from './day-groups';

test('sessions are grouped by the day they were last used on', () => {
  const now = new Date(2026, 3, 15, 10).getTime();
  const at = (day: number, hour: number) => new Date(2026, 3, day, hour).getTime();
  const sessions = [at(15, 9), at(15, 0), at(14, 23), at(9, 1), at(8, 23), at(1, 1)].map(
    (updatedAt, index) => ({
      id: String(index),
      title: '',
      createdAt: 0,
      updatedAt,
      busy: false,
    }),
  );
  expect(groupByDay(sessions, now).map(([group, list]) => [group, list.map(({ id }) => id)])).toEqual([
    ['today', ['0', '1']],
    ['yesterday', ['2']],
    ['week', ['3']],
    ['older', ['4', '5']],
  ]);
});
