import { expect, test } from 'vitest';
import { draftOf, readDraft, sameLimits } from './limits-draft';

const defaults = { memoryMb: '128', loadSeconds: '10', toolSeconds: '60' };

test('limits that differ from the defaults are what is saved', () => {
  expect(draftOf({})).toEqual(defaults);
  expect(readDraft(defaults)).toEqual({ limits: {}, invalid: [] });
  const changed = { ...defaults, memoryMb: ' 256 ', loadSeconds: '0' };
  expect(readDraft(changed)).toEqual({ limits: { memoryMb: 256, loadSeconds: 0 }, invalid: [] });
  expect(draftOf({ memoryMb: 256, loadSeconds: 0 })).toEqual({ ...changed, memoryMb: '256' });
});

test('an empty input means the default', () => {
  expect(readDraft({ memoryMb: '', loadSeconds: ' ', toolSeconds: '' })).toEqual({ limits: {}, invalid: [] });
});

test.each(['31', '1025', '-1', '1.5', '1e3', 'x', '0x40'])('%s is no memory limit', (memoryMb) => {
  expect(readDraft({ ...defaults, memoryMb }).invalid).toEqual(['memoryMb']);
});

test('limits are compared by what they mean', () => {
  expect(sameLimits({}, { memoryMb: 128 })).toBe(true);
  expect(sameLimits({ loadSeconds: 0 }, {})).toBe(false);
});
