import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCodes } from '../shared/errors';

it('docs/cli.md lists every error code, and no other', () => {
  const text = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  const table = text.slice(text.indexOf('## Error codes'));
  const listed = [...table.matchAll(/`([a-z_]+)`/g)]
    .map((match) => match[1])
    .filter((code) => code !== 'activate');
  expect(new Set(listed)).toEqual(new Set(errorCodes));
});
