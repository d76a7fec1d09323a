import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCodes } from '../errors';
import { reasonText } from './reasons';

test('every reason the engine gives has its Chinese sentence', () => {
  const codes = ['plugins/formats/agent-plugins', 'skills'].flatMap((room) => {
    const folder = new URL(`../../engine/${room}/`, import.meta.url);
    return readdirSync(folder)
      .filter((name) => !name.endsWith('.test.ts'))
      .flatMap((name) => [
        ...readFileSync(new URL(name, folder), 'utf8').matchAll(/'((?:skills?|mcp)_[a-z_]+)'/g),
      ])
      .map(([, code = '']) => code)
      .filter((code) => !(errorCodes as readonly string[]).includes(code));
  });
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter((code) => reasonText('zh', code) === null)).toEqual([]);
  expect(reasonText('en', 'skill_no_file')).toBeNull();
});
