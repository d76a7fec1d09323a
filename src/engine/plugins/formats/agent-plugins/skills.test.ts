import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, test, vi } from 'vitest';
import {
  agentPlugin,
  agentSkill,
  type FolderEntry,
  packageFolder,
} from '../../../../../fixtures/package-folder';
import { readPackage } from '..';

async function skills(files: Record<string, FolderEntry>) {
  const { components } = await readPackage(packageFolder(agentPlugin({}, files)));
  return components.map(({ name, status, reasons }) => [name, status, ...reasons.map(({ code }) => code)]);
}
const one = (text: FolderEntry, folder = 'a') => skills({ [`skills/${folder}/SKILL.md`]: text });

describe('where skills are (S6, Agent Plugins 6 and 7.1)', () => {
  it('immediate children with a SKILL.md, in the order of their names; nothing below and nothing beside', async () => {
    expect(
      await skills({
        'skills/b/SKILL.md': agentSkill('b'),
        'skills/a/SKILL.md': agentSkill('a'),
        'skills/a/nested/SKILL.md': agentSkill('nested'),
        'skills/without/README.md': '',
        'skills/lower/skill.md': agentSkill('lower'),
        'skills/file.md': '',
        'other/c/SKILL.md': agentSkill('c'),
        'SKILL.md': agentSkill('root'),
      }),
    ).toEqual([
      ['a', 'ok'],
      ['b', 'ok'],
    ]);
    expect(await skills({})).toEqual([]);
  });

  test.each<[string, Record<string, FolderEntry>, unknown]>([
    ['skills as a file (6.2)', { skills: 'x' }, [['skills', 'skipped', 'skills_no_folder']]],
    ['skills as a link out (4.1)', { skills: { link: '/etc' } }, [['skills', 'skipped', 'skills_outside']]],
    [
      'skills as a link inside',
      { skills: { link: 'real' }, 'real/a/SKILL.md': agentSkill('a') },
      [['a', 'ok']],
    ],
    [
      'SKILL.md as a folder (7.1)',
      { 'skills/a/SKILL.md': { folder: true }, 'skills/b/SKILL.md': agentSkill('b') },
      [
        ['a', 'skipped', 'skill_no_file'],
        ['b', 'ok'],
      ],
    ],
    [
      'SKILL.md as a link out',
      { 'skills/a/SKILL.md': { link: '/etc/passwd' } },
      [['a', 'skipped', 'skill_outside']],
    ],
    [
      'SKILL.md as a link to nothing',
      { 'skills/a/SKILL.md': { link: 'none' } },
      [['a', 'skipped', 'skill_no_file']],
    ],
    [
      'SKILL.md as a link inside',
      { 'skills/a/SKILL.md': { link: '../../text.md' }, 'text.md': agentSkill('a') },
      [['a', 'ok']],
    ],
    ['a skill as a link out', { 'skills/a': { link: '/etc' } }, [['a', 'skipped', 'skill_outside']]],
    [
      'a skill as a link inside',
      { 'skills/a': { link: '../shared' }, 'shared/SKILL.md': agentSkill('a') },
      [['a', 'ok']],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await skills(files)).toEqual(expected);
  });
});

describe('folders that may not be read', () => {
  /** Stands in for EACCES, which the administrator who may run these tests never sees. */
  async function withUnreadable(path: string) {
    const root = packageFolder(
      agentPlugin({}, { 'skills/a/SKILL.md': agentSkill('a'), 'skills/b/SKILL.md': agentSkill('b') }),
    );
    const real = fs.readdirSync;
    const refused = fs.realpathSync(join(root, path));
    const spy = vi.spyOn(fs, 'readdirSync').mockImplementation(((folder: string, ...rest: []) => {
      if (folder === refused) throw new Error('EACCES: permission denied');
      return real(folder, ...rest);
    }) as typeof fs.readdirSync);
    syncBuiltinESMExports();
    try {
      const { components } = await readPackage(root);
      return components.map(({ name, status, reasons }) => [
        name,
        status,
        ...reasons.map(({ code }) => code),
      ]);
    } finally {
      spy.mockRestore();
      syncBuiltinESMExports();
    }
  }

  test.each<[string, unknown]>([
    [
      'skills/a',
      [
        ['a', 'skipped', 'skill_unreadable'],
        ['b', 'ok'],
      ],
    ],
    ['skills', [['skills', 'skipped', 'skills_unreadable']]],
  ])('%s does not reject the package', async (path, expected) => {
    expect(await withUnreadable(path)).toEqual(expected);
  });
});

describe('what a skill must be (S7, the Agent Skills text)', () => {
  test.each<[string, string, unknown]>([
    [
      'an unknown key',
      '---\nname: a\ndescription: d\nversion: 1\n---\n',
      ['a', 'warning', 'skill_key_unknown'],
    ],
    [
      'allowed-tools as a list',
      '---\nname: a\ndescription: d\nallowed-tools: [x, y]\n---\n',
      ['a', 'warning', 'skill_allowed_tools_list'],
    ],
    [
      'an unquoted colon',
      '---\nname: a\ndescription: Use when: always\n---\n',
      ['a', 'warning', 'skill_value_quoted'],
    ],
    [
      'every known key',
      '---\nname: a\ndescription: d\nlicense: MIT\ncompatibility: x\nmetadata:\n  k: v\nallowed-tools: x y\n---\n',
      ['a', 'ok'],
    ],
    ['a description of 1,024 characters', agentSkill('a', '字'.repeat(1024)), ['a', 'ok']],
    ['one more', agentSkill('a', '字'.repeat(1025)), ['a', 'skipped', 'skill_description_long']],
    ['no description', '---\nname: a\n---\n', ['a', 'skipped', 'skill_description_missing']],
    ['an empty one', '---\nname: a\ndescription: "  "\n---\n', ['a', 'skipped', 'skill_description_missing']],
    ['no name', '---\ndescription: d\n---\n', ['a', 'skipped', 'skill_name_missing']],
    ['another name than the folder’s', agentSkill('b'), ['a', 'skipped', 'skill_name_mismatch']],
    ['no frontmatter', '# a', ['a', 'skipped', 'skill_no_frontmatter']],
    ['nothing', '', ['a', 'skipped', 'skill_no_frontmatter']],
    ['broken YAML', '---\na: [\n---\n', ['a', 'skipped', 'skill_unreadable']],
    ['code as frontmatter', '---js\n({})\n---\n', ['a', 'skipped', 'skill_unreadable']],
  ])('%s', async (_, text, expected) => {
    expect(await one(text)).toEqual([expected]);
  });

  test.each<[string, string]>([
    ['A', 'skill_name_invalid'],
    ['-a', 'skill_name_invalid'],
    ['a-', 'skill_name_invalid'],
    ['a--b', 'skill_name_invalid'],
    ['a_b', 'skill_name_invalid'],
    ['a.b', 'skill_name_invalid'],
    ['技能', 'skill_name_invalid'],
    ['x'.repeat(65), 'skill_name_invalid'],
  ])('the name %j is none, also where the folder has it', async (name, code) => {
    expect(await one(agentSkill(`"${name}"`), name)).toEqual([[name, 'skipped', code]]);
  });
  test.each(['x'.repeat(64), 'con', 'a-b-c', '0'])('the name %j is one', async (name) => {
    expect(await one(agentSkill(`"${name}"`), name)).toEqual([[name, 'ok']]);
  });

  it('one bad skill blocks no other, and each reason names its clause', async () => {
    const { components } = await readPackage(
      packageFolder(agentPlugin({}, { 'skills/a/SKILL.md': 'x', 'skills/b/SKILL.md': agentSkill('b') })),
    );
    expect(components).toMatchObject([
      { name: 'a', status: 'skipped', reasons: [{ clause: 'Agent Skills: frontmatter' }] },
      { name: 'b', status: 'ok', description: 'What b does', folder: 'skills/b' },
    ]);
  });

  it('more than 2,000 are cut, and said', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2_001 }, (_, n) => [`skills/s${n}/SKILL.md`, agentSkill(`s${n}`)]),
    );
    const judged = await skills(files);
    expect(judged).toHaveLength(2_001);
    expect(judged.at(-1)).toEqual(['skills', 'skipped', 'skill_too_many']);
  });

  it('security/16: what a description hides is gone before anybody reads it', async () => {
    const text = '---\nname: a\ndescription: "safe\\u202e \\u200btext\\nline"\n---\nBody';
    const { components } = await readPackage(packageFolder(agentPlugin({}, { 'skills/a/SKILL.md': text })));
    expect(components).toMatchObject([{ status: 'ok', description: 'safe text line' }]);
  });

  it('1,000 skills and paths of 180 characters are read at once', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`skills/skill-${n}/SKILL.md`, agentSkill(`skill-${n}`)]),
    );
    files[`skills/deep/${'f'.repeat(40)}/${'g'.repeat(40)}/${'h'.repeat(40)}/${'i'.repeat(40)}.md`] = 'x';
    files['skills/deep/SKILL.md'] = agentSkill('deep');
    const folder = packageFolder(agentPlugin({}, files));
    const began = performance.now();
    const { components } = await readPackage(folder);
    expect(components.filter(({ status }) => status === 'ok')).toHaveLength(1_001);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
