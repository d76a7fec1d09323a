import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { install, send, startEngine } from '../../../fixtures/engine';
import { agentPlugin, agentSkill } from '../../../fixtures/package-folder';
import { scriptedEngines } from '../../../fixtures/scripted-engine';
import { temporaryFolder } from '../../../fixtures/temporary';
import { buildZip } from '../../../fixtures/zip';

const { engineWithModel, server } = scriptedEngines();

const lending = agentSkill('lending', 'Lends books', '# Lending\n\nAsk for the card first.\n');

function zipped(files: ReturnType<typeof agentPlugin>) {
  const entries = Object.entries(files).map(([name, data]) => ({ name, data: String(data) }));
  return buildZip(entries);
}

const library = (more: Record<string, string> = {}, name = 'library') =>
  zipped(agentPlugin({ name }, { 'skills/lending/SKILL.md': lending, ...more }));

describe('Agent Plugins packages in the store (S6)', () => {
  it('are installed off, and offer nothing until somebody switches them on', async () => {
    const engine = engineWithModel();
    const plugin = await install(engine, library(), false);
    expect(plugin).toMatchObject({ id: 'library', state: 'disabled', permissions: [] });
    expect(engine.skills.list('')).toEqual([]);

    await engine.plugins.enable('library', plugin.source.digest);
    expect(engine.plugins.show('library')).toMatchObject({ state: 'ready', enabled: true });
    await send(engine, 'hello');
    expect(server().requests[0]?.messages[0]?.content).toContain('- library/lending: Lends books');

    await engine.plugins.disable('library');
    expect(engine.skills.list('')).toEqual([]);
  });

  it('need no process and run no JavaScript, whatever lies in them', async () => {
    const engine = startEngine();
    const ran = join(engine.directories.data, 'ran');
    const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(ran)}, '');`;
    await install(
      engine,
      library({ 'main.mjs': code, 'index.js': code, 'package.json': '{"main":"index.js"}' }),
    );
    expect(engine.plugins.show('library')).toMatchObject({ state: 'ready' });
    expect(existsSync(ran)).toBe(false);
    expect(engine.hosts.skills()).toEqual([]);
  });

  it('are on again after a restart', async () => {
    const home = temporaryFolder();
    const first = startEngine({ home });
    await install(first, library());
    await first.dispose();
    const again = startEngine({ home });
    expect(again.plugins.show('library')).toMatchObject({ enabled: true });
    expect(again.skills.list('').map(({ name, status }) => `${name} ${status}`)).toEqual([
      'library/lending ok',
    ]);
  });

  test.each(['con', 'nul.tools', 'com1', 'a'.repeat(64), 'a.b-c'])(
    'a package may be called %j',
    async (name) => {
      const engine = startEngine();
      await install(engine, library({}, name));
      expect(engine.skills.usable('').map((skill) => skill.name)).toEqual([`${name}/lending`]);
      await engine.plugins.remove(name);
      expect(engine.plugins.list()).toEqual([]);
    },
  );

  it('may lie in one folder of the zip, beside what macOS adds', async () => {
    const engine = startEngine();
    const entries = Object.entries(agentPlugin({ name: 'library' }, { 'skills/lending/SKILL.md': lending }));
    const zip = buildZip([
      ...entries.map(([name, data]) => ({ name: `library-1.0/${name}`, data: String(data) })),
      { name: 'library-1.0/.DS_Store', data: 'x' },
      { name: 'library-1.0/skills/.DS_Store', data: 'x' },
      { name: '__MACOSX/library-1.0/._plugin.json', data: 'x' },
      { name: '__MACOSX/._library-1.0', data: 'x' },
      { name: '.DS_Store', data: 'x' },
    ]);
    const plugin = await install(engine, zip);
    expect(plugin.components.map(({ name, status }) => `${name} ${status}`)).toEqual(['lending ok']);
  });

  it('a broken skill or server keeps nothing else from loading, and says why', async () => {
    const engine = startEngine();
    const plugin = await install(
      engine,
      zipped(
        agentPlugin(
          { name: 'library' },
          { 'skills/lending/SKILL.md': lending, 'skills/broken/SKILL.md': '---\nname: [\n---\n' },
          {
            shelf: { type: 'stdio', command: 'node', args: ['x'] },
            bad: { type: 'http', url: 'https://a.example' },
          },
        ),
      ),
    );
    const shown = plugin.components.map(({ name, status, reasons }) => [name, status, reasons.length > 0]);
    expect(shown).toEqual([
      ['broken', 'skipped', true],
      ['lending', 'ok', false],
      ['shelf', 'ok', false],
      ['bad', 'skipped', true],
    ]);
    expect(engine.skills.usable('').map(({ name }) => name)).toEqual(['library/lending']);
    expect(engine.plugins.show('library').skills.map(({ name }) => name)).toEqual(['library/lending']);
  });
});
