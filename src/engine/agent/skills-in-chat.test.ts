import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { install, send } from '../../../fixtures/engine';
import { agentPlugin, agentSkill } from '../../../fixtures/package-folder';
import { scriptedEngines } from '../../../fixtures/scripted-engine';
import { buildZip } from '../../../fixtures/zip';

const { engineWithModel, server } = scriptedEngines();

function library() {
  const lending = agentSkill('lending', 'Lends books', '# Lending\n\nAsk for the card first.\n');
  const files = agentPlugin({ name: 'library' }, { 'skills/lending/SKILL.md': lending });
  return buildZip(Object.entries(files).map(([name, data]) => ({ name, data: String(data) })));
}

describe('skills in a chat', () => {
  const place = (folder: string, name: string, text: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'SKILL.md'), text);
  };

  it('H3: /skill puts the text beside the message, for the turns that follow as well', async () => {
    const engine = engineWithModel();
    await install(engine, library());
    server().script({ text: 'I ask for the card.' });
    const first = await send(engine, '/skill library/lending 借《三体》');
    expect(first).toMatchObject({ status: 'done', turn: { skillsLoaded: ['library/lending'] } });
    expect(first.entries).toMatchObject([
      { kind: 'user', text: '/skill library/lending 借《三体》' },
      { kind: 'skill', name: 'library/lending', matched: '/skill library/lending' },
      { kind: 'assistant' },
    ]);
    const asked = JSON.stringify(server().requests[0]?.messages);
    expect(asked).toContain('Ask for the card first.');

    server().script({ text: 'Back it goes.' });
    await send(engine, '还书', first.sessionId);
    expect(JSON.stringify(server().requests[1]?.messages)).toContain('Ask for the card first.');
  });

  it('a short name is enough where it is unique', async () => {
    const engine = engineWithModel();
    await install(engine, library());
    const result = await send(engine, '/skill lending');
    expect(result).toMatchObject({ status: 'done', turn: { skillsLoaded: ['library/lending'] } });
  });

  it('an unknown skill is said, and the message goes on without it', async () => {
    const engine = engineWithModel();
    server().script({ text: 'fine' });
    const result = await send(engine, '/skill nothing 你好');
    expect(result).toMatchObject({ status: 'done', reply: 'fine' });
    expect(result.entries).toContainEqual(
      expect.objectContaining({ kind: 'notice', code: 'skill_unreadable' }),
    );
  });

  it('H9: /skills reload counts what there is and asks no model', async () => {
    const engine = engineWithModel();
    const folder = join(engine.directories.config, 'skills');
    place(folder, 'one', agentSkill('one', 'One'));
    place(folder, 'two', '---\nname: [\n---\n');
    const result = await send(engine, '/skills reload');
    expect(result.entries).toContainEqual(
      expect.objectContaining({
        kind: 'notice',
        code: 'skills_reloaded',
        values: { usable: '1', broken: '1' },
      }),
    );
    expect(server().requests).toHaveLength(0);
  });

  test.each([
    [
      'a folder instead of SKILL.md',
      (folder: string) => mkdirSync(join(folder, 'x', 'SKILL.md'), { recursive: true }),
    ],
    ['a frontmatter that is no YAML', (folder: string) => place(folder, 'x', '---\n: : :\n\t- [\n---\n')],
    ['bytes that are no text', (folder: string) => place(folder, 'x', '\0\u0001\ufffe')],
    [
      'aliases that grow without end',
      (folder: string) =>
        place(
          folder,
          'x',
          `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\nname: *d\n---\n`,
        ),
    ],
  ])('%s breaks no message and no other skill', async (_, breakIt) => {
    const engine = engineWithModel();
    const folder = join(engine.directories.config, 'skills');
    place(folder, 'sound', agentSkill('sound', 'Sound'));
    breakIt(folder);
    server().script({ text: 'hi' });
    expect(await send(engine, 'hello')).toMatchObject({ status: 'done', reply: 'hi' });
    expect(server().requests[0]?.messages[0]?.content).toContain('- sound: Sound');
  });
});
