import { expect, test } from 'vitest';
import { fileFor } from './app-address';

const folder = '/app/out/renderer';

test('names a file inside the folder', () => {
  expect(fileFor('app://secagent/index.html?lang=zh', folder)).toBe('/app/out/renderer/index.html');
  expect(fileFor('app://secagent/assets/a%20b.js', folder)).toBe('/app/out/renderer/assets/a b.js');
});

test.each([
  'app://secagent/..%2f..%2fetc/passwd',
  'app://secagent/%2e%2e/%2e%2e/main/index.js/..%2f..%2f..%2fx',
  'app://secagent/assets/..%5c..%5cmain',
  'app://secagent/%00index.html',
  'app://secagent/%',
  'app://secagent/',
  'app://other/index.html',
  'file:///app/out/renderer/index.html',
  'https://secagent/index.html',
  '',
])('refuses %s', (url) => {
  const file = fileFor(url, folder);
  expect(file === null || file.startsWith(`${folder}/`)).toBe(true);
  expect(file ?? '').not.toContain('passwd');
});
