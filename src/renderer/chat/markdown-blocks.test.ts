import { expect, test } from 'vitest';
import { splitBlocks } from './markdown-blocks';

test('paragraphs, headings and tables are blocks of their own', () => {
  expect(splitBlocks('一\n\n## 二\n\n| a |\n| - |\n\n三')).toEqual([
    '一\n',
    '## 二\n',
    '| a |\n| - |\n',
    '三',
  ]);
});

test('a fence stays whole, blank lines inside it included, also while it is open', () => {
  const fence = '```js\na\n\nb\n\n~~~\n\nc\n```';
  expect(splitBlocks(`前\n\n${fence}\n\n后`)).toEqual(['前\n', `${fence}\n`, '后']);
  expect(splitBlocks('```js\na\n\nb')).toEqual(['```js\na\n\nb']);
});

test('a list with blank lines between its items stays one list', () => {
  expect(splitBlocks('1. 一\n\n2. 二\n\n   还是二')).toEqual(['1. 一\n\n2. 二\n\n   还是二']);
});

test('nothing is lost', () => {
  const text = '# a\n\nb\n\n- c\n\n```\nd\n\n```\n\ne\n';
  expect(splitBlocks(text).join('\n')).toBe(text);
});
