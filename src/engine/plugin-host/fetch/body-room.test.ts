import { expect, test } from 'vitest';
import { bodyRoom } from './body-room';

test('the oldest goes on, the others wait until there is room, and nobody waits for ever', async () => {
  const room = bodyRoom(10);
  const [first, second, third] = [room.enter(), room.enter(), room.enter()];
  const order: string[] = [];
  const { signal } = new AbortController();
  await first.take(8, signal);
  await second.take(2, signal);
  const late = second.take(1, signal).then(() => order.push('second'));
  const last = third.take(5, signal).then(() => order.push('third'));
  await first.take(100, signal); // the oldest may go over it
  order.push('first');
  first.leave();
  await late;
  await last;
  expect(order).toEqual(['first', 'second', 'third']);
  second.leave();
  second.leave();
  third.leave();
  const [fourth, fifth] = [room.enter(), room.enter()];
  await fourth.take(9, signal);
  await fifth.take(1, signal); // everything before it is gone
});

test('who is given up waits no longer', async () => {
  const room = bodyRoom(10);
  const [first, second] = [room.enter(), room.enter()];
  const controller = new AbortController();
  await first.take(11, controller.signal);
  const waiting = second.take(1, controller.signal);
  controller.abort();
  await waiting;
});
