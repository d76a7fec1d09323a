import { expect, test } from 'vitest';
import { findForbiddenKey } from './forbidden-keys';

test('security/1-prototype-keys: found at any depth, in objects and arrays, and named by their path', () => {
  const find = (json: string) => findForbiddenKey(JSON.parse(json));
  expect(find('{"a":[1,{"b":{}},[]],"c":null,"proto":"__proto__"}')).toBeNull();
  expect(find('{"__proto__":1}')).toBe('__proto__');
  expect(find('{"a":[0,{"b":{"constructor":{}}}]}')).toBe('a.1.b.constructor');
  expect(find('[[],[[{"prototype":0}]]]')).toBe('1.0.0.prototype');
  expect(find('{"\\u005f_proto__":1}')).toBe('__proto__');
});
