import { expect, test } from 'vitest';
import type { ListedSkill } from '../../shared/skills';
import { isSwitchable, skillGroups } from './skill-groups';

const skill = (name: string, more: Partial<ListedSkill> = {}): ListedSkill => ({
  name,
  source: 'workspace',
  origin: '/class/.agent/skills',
  path: `/class/.agent/skills/${name}/SKILL.md`,
  description: '',
  status: 'ok',
  reasons: [],
  pattern: null,
  loadAnyway: false,
  mayLoadAnyway: false,
  ...more,
});

test('groups stand in the order in which a name wins; empty ones are left out', () => {
  const groups = skillGroups(
    [skill('a/b', { source: 'plugin' }), skill('c', { source: 'config' }), skill('d')],
    '',
  );
  expect(groups.map(({ source, skills }) => [source, skills.map(({ name }) => name)])).toEqual([
    ['workspace', ['d']],
    ['config', ['c']],
    ['plugin', ['a/b']],
  ]);
});

test('a search finds every word, in name or description, in any case', () => {
  const skills = [skill('Grading', { description: '批改 作文 essays' }), skill('lending')];
  const found = (query: string) =>
    skillGroups(skills, query).flatMap((group) => group.skills.map(({ name }) => name));
  expect(found('grad ESSAYS')).toEqual(['Grading']);
  expect(found('作文')).toEqual(['Grading']);
  expect(found(' ')).toEqual(['Grading', 'lending']);
  expect(found('grad lend')).toEqual([]);
});

test('only what could be used has a switch', () => {
  const statuses = ['ok', 'warning', 'off', 'skipped', 'shadowed'] as const;
  expect(statuses.filter((status) => isSwitchable(skill('x', { status })))).toEqual(['ok', 'warning', 'off']);
});
