import { expect, test } from 'vitest';
import { draftOf, readDraft, sameLimits } from './limits-draft';

const standards = { memoryMb: 128, loadSeconds: 10, toolSeconds: 60 };
const defaults = { memoryMb: '128', loadSeconds: '10', toolSeconds: '60' };

test('limits that differ from the defaults are what is saved', () => {
  expect(draftOf({}, standards)).toEqual(defaults);
  expect(readDraft(defaults, standards)).toEqual({ limits: {}, invalid: [] });
  const changed = { ...defaults, memoryMb: ' 256 ', loadSeconds: '0' };
  expect(readDraft(changed, standards)).toEqual({ limits: { memoryMb: 256, loadSeconds: 0 }, invalid: [] });
  expect(draftOf({ memoryMb: 256, loadSeconds: 0 }, standards)).toEqual({ ...changed, memoryMb: '256' });
});

test('an empty input means the default', () => {
  expect(readDraft({ memoryMb: '', loadSeconds: ' ', toolSeconds: '' }, standards)).toEqual({
    limits: {},
    invalid: [],
  });
});

test.each(['31', '1025', '-1', '1.5', '1e3', 'x', '0x40'])('%s is no memory limit', (memoryMb) => {
  expect(readDraft({ ...defaults, memoryMb }, standards).invalid).toEqual(['memoryMb']);
});

test('limits are compared by what they mean', () => {
  expect(sameLimits({}, { memoryMb: 128 }, standards)).toBe(true);
  expect(sameLimits({ loadSeconds: 0 }, {}, standards)).toBe(false);
});

test('defaults are those of the settings file, not those of the app', () => {
  const stricter = { ...standards, memoryMb: 64 };
  expect(draftOf({}, stricter).memoryMb).toBe('64');
  expect(readDraft({ ...defaults, memoryMb: '128' }, stricter).limits).toEqual({ memoryMb: 128 });
});
