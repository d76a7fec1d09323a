import { afterEach, expect, test, vi } from 'vitest';
import { watchMemory } from './memory-watch';

const MB = 1024 * 1024;

afterEach(() => vi.useRealTimers());

/** What a process that used this much at each look says; the last value stays. */
function said(megabytes: number[]): string[] {
  vi.useFakeTimers();
  const reasons: string[] = [];
  let look = 0;
  watchMemory(
    (reason) => reasons.push(reason),
    128,
    () => (megabytes[Math.min(look++, megabytes.length - 1)] ?? 0) * MB,
  );
  vi.advanceTimersByTime(250 * megabytes.length);
  return reasons;
}

test('security/5-memory: a process above 512 MB for a second ends; a large download passes', () => {
  expect(said([100, 600, 700, 800, 100, 600])).toEqual([]);
  expect(said([100, 600, 600, 600, 600])).toEqual([
    'its process used 600 MB of memory (the limit is 512 MB)',
  ]);
  expect(said([100, 1_100])).toEqual(['its process used 1100 MB of memory (the limit is 512 MB)']);
});
