import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary';
import type { SkillChoices } from '../../shared/skills';
import { type PluginSkill, Skills } from './skills';

const md = (name: string, description: string, body = 'Body.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

function place(root: string, folder: string, text: string) {
  const directory = join(root, folder);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'SKILL.md'), text);
  return directory;
}

function setup({
  plugins = [],
  choices = {},
}: {
  plugins?: PluginSkill[];
  choices?: Partial<SkillChoices>;
} = {}) {
  const root = temporaryFolder();
  const workspace = join(root, 'workspace');
  const configFolder = join(root, 'config', 'skills');
  const changed = vi.fn();
  mkdirSync(workspace);
  mkdirSync(configFolder, { recursive: true });
  const skills = new Skills({
    configFolder,
    fromPlugins: () => plugins,
    choices: () => ({ off: [], loadAnyway: [], ...choices }),
    changed,
  });
  onTestFinished(() => skills.dispose());
  const shown = () => skills.list(workspace).map(({ name, source, status }) => `${name} ${source} ${status}`);
  const codes = (name: string) =>
    skills
      .list(workspace)
      .filter((skill) => skill.name === name)
      .flatMap(({ reasons }) => reasons.map(({ code }) => code));
  return { root, workspace, configFolder, skills, changed, shown, codes };
}

const pluginSkill = (more: Partial<PluginSkill>, directory = temporaryFolder()): PluginSkill => ({
  name: 'library/lending',
  source: 'plugin',
  pluginId: 'library',
  description: 'Lends',
  directory,
  within: directory,
  pattern: null,
  reasons: [],
  isSound: true,
  ...more,
});

describe('one name space (H1)', () => {
  it('workspace wins over configuration, .agent over .claude, and both over plugins', () => {
    const { workspace, configFolder, skills, shown, codes } = setup({
      plugins: [
        pluginSkill({ name: 'grades', source: 'package', pluginId: 'school' }),
        pluginSkill({ name: 'library/lending' }),
      ],
    });
    place(join(workspace, '.agent/skills'), 'grades', md('grades', 'of the workspace'));
    place(join(workspace, '.claude/skills'), 'grades', md('grades', 'of .claude'));
    place(join(workspace, '.claude/skills'), 'letters', md('letters', 'Letters'));
    place(configFolder, 'grades', md('grades', 'of the configuration'));
    place(configFolder, 'letters', md('letters', 'of the configuration'));
    place(configFolder, 'notes', md('notes', 'Notes'));
    expect(shown()).toEqual([
      'grades workspace ok',
      'grades workspace shadowed',
      'letters workspace ok',
      'grades config shadowed',
      'letters config shadowed',
      'notes config ok',
      'grades package shadowed',
      'library/lending plugin ok',
    ]);
    expect(skills.usable(workspace).map(({ name, description }) => [name, description])).toEqual([
      ['grades', 'of the workspace'],
      ['letters', 'Letters'],
      ['notes', 'Notes'],
      ['library/lending', 'Lends'],
    ]);
    expect(codes('grades')).toEqual(['skill_shadowed', 'skill_shadowed', 'skill_shadowed']);
  });

  it('a folder that two places lead to is one skill', () => {
    const { workspace, skills, shown } = setup();
    place(join(workspace, '.agent/skills'), 'grades', md('grades', 'Grades'));
    mkdirSync(join(workspace, '.claude'));
    symlinkSync('../.agent/skills', join(workspace, '.claude/skills'));
    expect(shown()).toEqual(['grades workspace ok']);
    expect(skills.usable(workspace)).toHaveLength(1);
  });

  it('a skill that cannot be used takes no name from one that can', () => {
    const { workspace, configFolder, shown } = setup();
    place(join(workspace, '.agent/skills'), 'grades', '---\nname: [\n---\n');
    place(configFolder, 'grades', md('grades', 'Grades'));
    expect(shown()).toEqual(['grades workspace skipped', 'grades config ok']);
  });

  it('one that is off keeps its name, so that no other takes its place unseen', () => {
    const off: string[] = [];
    const { workspace, configFolder, skills, shown } = setup({ choices: { off } });
    const own = place(join(workspace, '.agent/skills'), 'grades', md('grades', 'Grades'));
    place(configFolder, 'grades', md('grades', 'Grades'));
    off.push(join(own, 'SKILL.md'));
    expect(shown()).toEqual(['grades workspace off', 'grades config shadowed']);
    expect(skills.usable(workspace)).toEqual([]);
  });

  it('a choice about one workspace’s skill says nothing about another’s of the same name', () => {
    const loadAnyway: string[] = [];
    const { root, workspace, skills } = setup({ choices: { loadAnyway, off: ['deploy'] } });
    const other = join(root, 'cloned');
    const broken = '---\nname: [\n---\n';
    loadAnyway.push(join(place(join(workspace, '.agent/skills'), 'deploy', broken), 'SKILL.md'));
    place(join(other, '.agent/skills'), 'deploy', broken);
    expect(skills.usable(workspace).map(({ name }) => name)).toEqual(['deploy']);
    expect(skills.usable(other)).toEqual([]);
  });
});

describe('leniently read (H3)', () => {
  test.each([
    [
      'without frontmatter the folder names it and the first line of text describes it',
      '# Title\n\nFirst line.\n',
      'folder',
      'First line.',
    ],
    ['a name that is not the folder’s', md('other-name', 'Says so'), 'other-name', 'Says so'],
    ['a Chinese name', md('成绩单', '打印成绩单'), '成绩单', '打印成绩单'],
    ['a name with a slash, which plugins’ skills have', md('library/lending', 'Fakes'), 'folder', 'Fakes'],
    ['a name over two lines of the index', '---\nname: "a\\nb"\ndescription: d\n---\n', 'folder', 'd'],
    ['a BOM and CRLF', `\uFEFF${md('bom', 'Windows').replaceAll('\n', '\r\n')}`, 'bom', 'Windows'],
    ['an unquoted colon', md('colon', 'Use when: somebody asks'), 'colon', 'Use when: somebody asks'],
    ['a block scalar', '---\nname: block\ndescription: >\n  two\n  lines\n---\nbody', 'block', 'two lines'],
    ['a value that holds ---', md('dashes', 'a --- b'), 'dashes', 'a --- b'],
  ])('%s', (_, text, name, description) => {
    const { workspace, configFolder, skills } = setup();
    place(configFolder, 'folder', text);
    expect(skills.list(workspace)).toMatchObject([{ name, description, status: 'ok', reasons: [] }]);
  });

  it('a frontmatter that is code is text, and never runs', () => {
    const { workspace, configFolder, skills } = setup();
    place(configFolder, 'code', '---js\nglobalThis.ran = true; ({ name: "x" })\n---\nBody.');
    skills.list(workspace);
    expect(globalThis).not.toHaveProperty('ran');
  });

  it('a body of 150 KB is whole', () => {
    const { workspace, configFolder, skills } = setup();
    place(configFolder, 'long', md('long', 'Long', '很长的正文。'.repeat(9_000)));
    expect(skills.show(workspace, 'long').body.length).toBeGreaterThan(50_000);
  });

  it('what is broken is listed with its reason, and the others load', () => {
    const { workspace, configFolder, skills, shown, codes } = setup({ choices: { loadAnyway: ['huge'] } });
    mkdirSync(join(configFolder, 'folder', 'SKILL.md'), { recursive: true });
    place(configFolder, 'huge', 'x'.repeat(1024 * 1024 + 1));
    place(configFolder, 'yaml', '---\nname: [\n---\n');
    mkdirSync(join(configFolder, 'empty'));
    writeFileSync(join(configFolder, 'README.md'), 'no skill');
    place(configFolder, 'sound', md('sound', 'Sound'));
    expect(shown()).toEqual([
      'folder config skipped',
      'huge config skipped',
      'sound config ok',
      'yaml config skipped',
    ]);
    expect(codes('folder')).toEqual(['skill_no_file']);
    expect(codes('huge')).toEqual(['skill_too_large']);
    expect(skills.usable(workspace).map(({ name }) => name)).toEqual(['sound']);
    expect(() => skills.show(workspace, 'huge')).toThrow(expect.objectContaining({ code: 'skill_invalid' }));
  });

  it('security/13: a link of the workspace that leads out of it is not read; a person’s own may lead anywhere', () => {
    const { root, workspace, configFolder, skills, codes } = setup({ choices: { loadAnyway: ['stolen'] } });
    const elsewhere = place(join(root, 'elsewhere'), 'stolen', md('stolen', 'secret'));
    mkdirSync(join(workspace, '.agent/skills'), { recursive: true });
    symlinkSync(elsewhere, join(workspace, '.agent/skills/stolen'));
    symlinkSync(elsewhere, join(configFolder, 'mine'));
    expect(codes('stolen')).toEqual(['skill_outside']);
    expect(skills.usable(workspace)).toMatchObject([
      { name: 'stolen', description: 'secret', path: join(elsewhere, 'SKILL.md') },
    ]);
    expect(skills.list(workspace)[0]).toMatchObject({ description: '', mayLoadAnyway: false });
  });
});

describe('"load anyway" (S7)', () => {
  const broken = () =>
    pluginSkill({
      name: 'school/Bad_Name',
      source: 'package',
      isSound: false,
      reasons: [{ code: 'skill_name', message: 'its name is not allowed', clause: 'Agent Skills' }],
    });

  it('is offered for what has a text, and then loads with the reason kept', () => {
    const skipped = setup({ plugins: [broken()] });
    expect(skipped.skills.list(skipped.workspace)).toMatchObject([
      { status: 'skipped', mayLoadAnyway: true },
    ]);
    const { skills, workspace } = setup({
      plugins: [broken()],
      choices: { loadAnyway: ['school/Bad_Name'] },
    });
    expect(skills.list(workspace)).toMatchObject([
      { status: 'warning', loadAnyway: true, reasons: [{ code: 'skill_name' }] },
    ]);
    expect(skills.usable(workspace)).toMatchObject([{ name: 'school/Bad_Name' }]);
  });
});

describe('changes on disk', () => {
  it('are told, and seen by the next list', async () => {
    const { workspace, configFolder, changed, shown } = setup();
    place(configFolder, 'first', md('first', 'First'));
    expect(shown()).toEqual(['first config ok']);
    place(configFolder, 'second', md('second', 'Second'));
    place(join(workspace, '.agent/skills'), 'third', md('third', 'Third'));
    expect(shown()).toEqual(['third workspace ok', 'first config ok', 'second config ok']);
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 5_000 });
    rmSync(join(configFolder, 'first'), { recursive: true });
    expect(shown()).toEqual(['third workspace ok', 'second config ok']);
  });

  it('a reload reads even what looks unchanged', () => {
    const { workspace, configFolder, skills } = setup();
    const directory = place(configFolder, 'one', md('one', 'old'));
    const entry = join(directory, 'SKILL.md');
    utimesSync(entry, 1, 1);
    expect(skills.list(workspace)).toMatchObject([{ description: 'old' }]);
    writeFileSync(entry, md('one', 'new'));
    utimesSync(entry, 1, 1);
    skills.reload();
    expect(skills.list(workspace)).toMatchObject([{ description: 'new' }]);
  });
});

describe('a skill asked for by name', () => {
  it('is found by its full or unique short name; one that is not used says why', () => {
    const { workspace, configFolder, skills } = setup({
      plugins: [
        pluginSkill({}),
        pluginSkill({
          name: 'school/broken',
          isSound: false,
          reasons: [{ code: 'x', message: 'its name is wrong', clause: 'name' }],
        }),
      ],
      choices: { off: ['quiet'] },
    });
    place(configFolder, 'quiet', md('quiet', 'Off'));
    expect(skills.find(workspace, 'lending').name).toBe('library/lending');
    const refused = (name: string) => {
      try {
        return skills.find(workspace, name).name;
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused('quiet')).toBe('quiet: it is switched off');
    expect(refused('broken')).toBe('school/broken: its name is wrong');
    expect(refused('nothing')).toBe('there is no skill "nothing"');
    expect(() => skills.show(workspace, 'nothing')).toThrow(
      expect.objectContaining({ code: 'skill_unknown' }),
    );
  });
});
