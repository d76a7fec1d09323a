import { expect, test } from 'vitest';
import { bodyRoom } from './body-room';

test('the oldest goes on, the others wait until there is room, and nobody waits for ever', async () => {
  const room = bodyRoom(10);
  const [first, second, third] = [room.enter(), room.enter(), room.enter()];
  const order: string[] = [];
  await first.take(8);
  await second.take(2);
  const late = second.take(1).then(() => order.push('second'));
  const last = third.take(5).then(() => order.push('third'));
  await first.take(100); // the oldest may go over it
  order.push('first');
  first.leave();
  await late;
  await last;
  expect(order).toEqual(['first', 'second', 'third']);
  second.leave();
  second.leave();
  expect(room.empty).toBe(false);
  third.leave();
  expect(room.empty).toBe(true);
});
