import { expect, test } from 'vitest';
import { startSummary } from './summary';

test('counts what there is, and says nothing about what there is not (H9)', () => {
  expect(startSummary('en', { skills: 2, plugins: 1, tools: 3 })).toBe('2 skills · 1 plugin (3 tools)');
  expect(startSummary('zh', { skills: 2, plugins: 1, tools: 3 })).toBe('2 个技能 · 1 个插件（3 个工具）');
  expect(startSummary('en', { skills: 0, plugins: 1, tools: 0 })).toBe('1 plugin');
  expect(startSummary('en', { skills: 1, plugins: 0, tools: 0 })).toBe('1 skill');
  expect(startSummary('zh', { skills: 0, plugins: 0, tools: 0 })).toBe('');
});
