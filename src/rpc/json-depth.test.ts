import { expect, test } from 'vitest';
import { jsonDepthExceeds } from './json-depth';

const exceeds = (json: string, max: number) => jsonDepthExceeds(Buffer.from(json), max);

/** The same, one byte after the other. */
function exceedsPlainly(json: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    if (inString && json[at] === '\\') at++;
    else if (json[at] === '"') inString = !inString;
    else if (!inString && '[{'.includes(json[at] as string) && ++depth > max) return true;
    else if (!inString && ']}'.includes(json[at] as string)) depth--;
  }
  return false;
}

test('security/14-depth: brackets count outside strings only, also after long strings', () => {
  for (const length of [0, 1, 62, 63, 64, 65, 66, 200]) {
    for (const end of ['', '\\\\', '\\"', '\\\\\\"', '[', '积']) {
      const text = JSON.stringify('x'.repeat(length)).slice(0, -1) + end;
      expect(exceeds(`[${text}",[]]`, 1)).toBe(true);
      expect(exceeds(`[${text}",[]]`, 2)).toBe(false);
      expect(exceeds(`[${text}[[[[`, 1)).toBe(false);
    }
  }
});

test('security/14-depth: whatever arrives is judged as if read byte by byte', () => {
  const parts = ['"', '\\', '\\\\', '\\"', '[', ']', '{', '}', 'a', 'x'.repeat(63), 'x'.repeat(70)];
  let state = 7;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let round = 0; round < 20_000; round++) {
    const json = Array.from({ length: 1 + next(12) }, () => parts[next(parts.length)]).join('');
    for (const max of [0, 1, 2])
      expect([json, exceeds(json, max)]).toEqual([json, exceedsPlainly(json, max)]);
  }
});
