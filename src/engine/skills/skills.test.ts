import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { packageFolder } from '../../../fixtures/package-folder';
import { temporaryFolder } from '../../../fixtures/temporary';
import { readSkill, skillIndex } from '.';
import { Skills, type SkillsOptions } from './skills';

const text = '---\nname: library\ndescription: 课堂图书\n---\n\n# 图书\n\n用 library__add。\n';

function skillFolder(files: Record<string, string> = { 'SKILL.md': text, 'refs/规则.md': '规则' }) {
  const directory = join(temporaryFolder(), 'library');
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), data);
  }
  return { name: 'library/library', directory };
}

describe('secagent__read_skill (S15)', () => {
  it('answers body and files, by full or unique short name', () => {
    const skill = skillFolder();
    const answer = {
      name: 'library/library',
      body: expect.stringContaining('library__add'),
      files: ['SKILL.md', 'refs/规则.md'],
    };
    expect(readSkill([skill], 'library/library')).toEqual(answer);
    expect(readSkill([skill], 'library')).toEqual(answer);
    expect(readSkill([skill], 'library', 'refs/规则.md')).toMatchObject({ text: '规则' });
  });

  it('says when a short name is not unique, or unknown', () => {
    const skill = skillFolder();
    const other = { ...skill, name: 'other/library' };
    expect(() => readSkill([skill, other], 'library')).toThrow(
      expect.objectContaining({ code: 'skill_ambiguous' }),
    );
    expect(() => readSkill([skill], 'toString')).toThrow(expect.objectContaining({ code: 'skill_unknown' }));
  });

  test.each([
    '../../secret.txt',
    '..',
    '.',
    '/etc/passwd',
    'refs/../../../secret.txt',
    'a\0b',
    'linked',
    'refs',
    '%2e%2e/secret.txt',
  ])('security/13: %j stays out of reach', (file) => {
    const skill = skillFolder();
    const secret = join(skill.directory, '..', '..', 'secret.txt');
    writeFileSync(secret, 'secret');
    symlinkSync(secret, join(skill.directory, 'linked'));
    expect(() => readSkill([skill], 'library', file)).toThrow(
      expect.objectContaining({ code: 'skill_file_outside' }),
    );
  });
});

describe('the index of skills (H3)', () => {
  it('is one line each', () => {
    expect(skillIndex([{ name: 'a/b', description: 'first\nsecond' }])).toBe('- a/b: first second');
  });

  it('stays under 4 KB and keeps every name, and says how many descriptions are cut', () => {
    const skills = Array.from({ length: 60 }, (_, n) => ({
      name: `plugin-${n}/skill`,
      description: n < 10 ? 'short' : '很长的说明'.repeat(100),
    }));
    const index = skillIndex(skills);
    expect(Buffer.byteLength(index)).toBeLessThanOrEqual(4096);
    for (const skill of skills) expect(index).toContain(`- ${skill.name}: `);
    expect(index).toContain('descriptions of 50 of 60 skills are cut');
  });

  it.each([300, 1_000])('%i skills of one plugin share lines, and those left out are counted', (count) => {
    const skills = Array.from({ length: count }, (_, n) => ({
      name: `school/${n}`,
      description: '说明'.repeat(50),
    }));
    const index = skillIndex(skills);
    expect(Buffer.byteLength(index)).toBeLessThanOrEqual(4096);
    const listed = [...index.matchAll(/(?:^- school\/(?:: )?|, )(\d+)(?=,|$)/gm)];
    expect(new Set(listed.map(([, n]) => n)).size).toBe(listed.length);
    const left = Number(/\((\d+) more are not listed/.exec(index)?.[1] ?? 0);
    expect(listed.length + left).toBe(count);
    if (count === 300) expect(left).toBe(0);
  });

  it('every name stays in the index of 300 skills with names of ordinary length', () => {
    const skills = Array.from({ length: 300 }, (_, n) => ({
      name: `skill-${n}`,
      description: '说明'.repeat(50),
    }));
    const index = skillIndex(skills);
    expect(Buffer.byteLength(index)).toBeLessThanOrEqual(4096);
    for (const { name } of skills) expect(index).toMatch(new RegExp(`[- ,]${name}(,|$)`, 'm'));
  });
});

describe('what somebody may have loaded anyway (S7)', () => {
  function skillsOf(workspace: string) {
    const ofWorkspace = ['broken', 'linked'].map((name) =>
      join(workspace, '.agent/skills', name, 'SKILL.md'),
    );
    const choices = { off: [], loadAnyway: [...ofWorkspace, 'shared'] };
    return startSkills({ configFolder: join(workspace, 'config'), choices: () => choices }).list(workspace);
  }

  it('is what can’t be read as it should be, and never what leads out of the workspace', () => {
    const outside = packageFolder({ 'SKILL.md': text });
    const workspace = packageFolder({
      '.agent/skills/broken/SKILL.md': '---\nname: [x\n---\nbody',
      '.agent/skills/linked': { link: outside },
    });
    expect(skillsOf(workspace)).toMatchObject([
      { name: 'broken', status: 'warning', mayLoadAnyway: true, loadAnyway: true },
      { name: 'linked', status: 'skipped', mayLoadAnyway: false, loadAnyway: false },
    ]);
    const skills = startSkills({ configFolder: join(workspace, 'config') });
    expect(() => skills.show(workspace, 'linked')).toThrow(
      expect.objectContaining({ code: 'skill_invalid' }),
    );
  });

  it('shows each of those with one name, told apart by path', () => {
    const workspace = packageFolder({
      '.agent/skills/shared/SKILL.md': 'first',
      '.claude/skills/shared/SKILL.md': 'second',
    });
    const skills = startSkills({ configFolder: join(workspace, 'config') });
    const [winner, other] = skills.list(workspace);
    expect([winner?.status, other?.status]).toEqual(['ok', 'shadowed']);
    expect(skills.show(workspace, 'shared').body).toBe('first');
    expect(skills.show(workspace, 'shared', other?.path).body).toBe('second');
    expect(() => skills.show(workspace, 'shared', '/etc/SKILL.md')).toThrow(
      expect.objectContaining({ code: 'skill_unknown' }),
    );
  });
});

function startSkills(options: Pick<SkillsOptions, 'configFolder'> & Partial<SkillsOptions>): Skills {
  const skills = new Skills({
    fromPlugins: () => [],
    choices: () => ({ off: [], loadAnyway: [] }),
    changed: () => undefined,
    ...options,
  });
  onTestFinished(() => skills.dispose());
  return skills;
}
