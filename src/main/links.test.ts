import { expect, test } from 'vitest';
import { openableUrl } from './links';

test('https and mailto are opened in their parsed form', () => {
  expect(openableUrl(' https://example.org/课堂 ')).toBe('https://example.org/%E8%AF%BE%E5%A0%82');
  expect(openableUrl('mailto:teacher@example.org?subject=Hi')).toBe('mailto:teacher@example.org?subject=Hi');
});

test.each([
  'http://example.org',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'ms-msdt:/id',
  'https://user:password@example.org/',
  'https://good.example@evil.example/',
  'mailto:',
  'example.org',
  '',
])('refuses %s', (url) => {
  expect(openableUrl(url)).toBeNull();
});
