import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the app knows nothing of its examples: none of their words stands in src/', () => {
  const source = join(import.meta.dirname, '..', 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(tsx?|html|css)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(300);
  const naming = files.filter((name) =>
    /\bpoints?_|__points|'points'|积分/i.test(readFileSync(join(source, name), 'utf8')),
  );
  expect(naming).toEqual([]);
});
