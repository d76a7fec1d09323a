import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, send } from '../../../fixtures/engine';
import { roster, rosterSkill } from '../../../fixtures/roster';
import { scriptedEngines } from '../../../fixtures/scripted-engine';
import { nativePackage } from '../../../fixtures/zip';
import type { Engine } from '../engine';
import { engineMethods } from '../methods';

const { engineWithModel, server: modelServer } = scriptedEngines();

describe('skills, prompts and tools in the request (S12, S14, S16)', () => {
  it("puts the skill right after the user's message, once, and keeps it in turn 2", async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    modelServer().script({ text: 'a' }, { text: 'b' });
    const first = await send(engine, '看看名单');
    expect(first.turn.skillsLoaded).toEqual(['roster/roster']);
    expect(first.entries[1]).toMatchObject({
      kind: 'skill',
      name: 'roster/roster',
      pattern: '名单|roster',
      matched: '名单',
    });
    const second = await send(engine, '再看名单', first.sessionId);
    expect(second.turn.skillsLoaded).toEqual([]);
    const [one, two] = modelServer().requests.map((request) => request.messages.map(({ role }) => role));
    expect(one).toEqual(['system', 'user', 'system']);
    expect(two).toEqual(['system', 'user', 'system', 'assistant', 'user']);
    expect(modelServer().requests[1]?.messages[2]?.content).toContain(rosterSkill);
  });

  it('loads at most eight skills a turn, and says which it left out', async () => {
    const engine = engineWithModel();
    const numbers = Array.from({ length: 12 }, (_, n) => n);
    const files = Object.fromEntries(
      numbers.map((n) => [`skills/s${n}/SKILL.md`, `---\nname: s${n}\ndescription: x\n---\nbody`]),
    );
    const main = `export function activate(api) { for (let n = 0; n < 12; n++) api.registerSkill('skills/s' + n, 'all'); }`;
    await install(
      engine,
      nativePackage({ manifest: { id: 'many', permissions: ['agent.skills'] }, files, main }),
    );
    modelServer().script({ text: 'a' });
    const { turn, entries } = await send(engine, 'all of them');
    expect(turn.skillsLoaded).toHaveLength(8);
    expect(entries.filter((entry) => entry.kind === 'notice')).toHaveLength(4);
  });

  it('puts labelled prompts last in the system prompt, evaluated anew, without empty and broken ones', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    const { sessionId } = await send(engine, 'one');
    await send(engine, 'two', sessionId);
    const systems = modelServer().requests.map((request) => request.messages[0]?.content ?? '');
    expect(systems[0]?.endsWith('[roster/clock]\nevaluated 1')).toBe(true);
    expect(systems[1]?.endsWith('[roster/clock]\nevaluated 2')).toBe(true);
    expect(systems[0]).not.toContain('roster/broken');
    expect(systems[0]).not.toContain('roster/empty');
    expect(systems[0]).toContain('- roster/roster: 名单的用法');
    expect(engine.hosts.log('roster').some((line) => line.text.includes('broken'))).toBe(true);
  });

  it('offers visible tools only, and calls hidden ones through secagent__call_hidden_tool', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    modelServer().script(
      {
        text: 'looking',
        toolCalls: [
          {
            name: 'secagent__call_hidden_tool',
            arguments: { name: 'roster__find', arguments: { name: '小明' } },
          },
        ],
      },
      { text: 'found' },
    );
    const { turn, entries } = await send(engine, 'find 小明');
    const offered = modelServer().requests[0]?.tools?.map((tool) => tool.function.name);
    expect(offered).toEqual([
      'roster__count',
      'roster__loop',
      'secagent__read_skill',
      'secagent__call_hidden_tool',
    ]);
    expect(turn.toolCalls).toMatchObject([
      { key: 'roster__find', arguments: { name: '小明' }, result: { found: '小明' } },
    ]);
    expect(entries[1]).toMatchObject({
      parts: [{ type: 'text' }, { call: { key: 'roster__find', hidden: true, status: 'done' } }],
    });
    expect(modelServer().requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: '{"found":"小明"}',
    });
    expect(modelServer().requests[1]?.messages.at(-2)?.tool_calls?.[0]?.function.name).toBe(
      'secagent__call_hidden_tool',
    );
  });

  it('does not load a skill the model has read itself (S14)', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    modelServer().script(
      { toolCalls: [{ name: 'secagent__read_skill', arguments: { name: 'roster' } }] },
      { text: 'read' },
      { text: 'ok' },
    );
    const { sessionId, turn } = await send(engine, 'learn');
    expect(turn.toolCalls[0]?.result).toMatchObject({ name: 'roster/roster', files: ['SKILL.md'] });
    expect((await send(engine, '名单', sessionId)).turn.skillsLoaded).toEqual([]);
  });

  it('a skill whose file is gone is named with its reason, and stops nothing', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    const [registered] = engine.hosts.skills();
    rmSync(join(registered?.directory ?? '', 'SKILL.md'));
    modelServer().script({ text: 'still here' });
    const { reply, entries } = await send(engine, '名单');
    expect(reply).toBe('still here');
    expect(entries[1]).toMatchObject({
      kind: 'notice',
      code: 'skill_unreadable',
      values: { skill: 'roster/roster', reason: expect.stringContaining('SKILL.md') },
    });
  });

  it('coerces harmless argument types and names the path of others (S11)', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    modelServer().script(
      { toolCalls: [{ name: 'roster__count', arguments: { grade: '7' } }] },
      { toolCalls: [{ name: 'roster__count', arguments: { grade: 'seven' } }] },
      { toolCalls: [{ name: 'roster__gone', arguments: {} }] },
      { text: 'done' },
    );
    const { turn } = await send(engine, 'count');
    expect(turn.toolCalls[0]).toMatchObject({ result: { grade: 7, students: 30 } });
    expect(turn.toolCalls[1]?.error).toMatchObject({
      code: 'tool_arguments_invalid',
      message: expect.stringContaining('grade'),
    });
    expect(turn.toolCalls[2]?.error?.code).toBe('tool_unknown');
  });

  it('offers a saved selection only, and gives it back when the plugin comes back (M2)', async () => {
    const engine = engineWithModel();
    const plugin = await install(engine, roster());
    await engineMethods(engine)['tools.select']({ keys: ['roster__count'] }, new AbortController().signal);
    const offered = () =>
      modelServer()
        .requests.at(-1)
        ?.tools?.map((tool) => tool.function.name) ?? [];
    await send(engine, 'x');
    expect(offered()).toContain('roster__count');
    expect(offered()).not.toContain('roster__loop');
    await engine.plugins.disable('roster');
    await send(engine, 'x');
    expect(offered()).toEqual([]);
    await engine.plugins.enable('roster', plugin.source.digest);
    await engine.hosts.whenSettled(10_000);
    await send(engine, 'x');
    expect(offered()).toEqual(['roster__count', 'secagent__read_skill', 'secagent__call_hidden_tool']);
  });
});

describe('a saved selection and tools that come later (M2)', () => {
  const tools = (id: string, version: string, ...names: string[]) =>
    nativePackage({
      manifest: { id, name: id, version, permissions: ['agent.tools'] },
      main: `export function activate(api) {
        for (const name of ${JSON.stringify(names)})
          api.registerTool({ name, description: name, hidden: false, inputSchema: { type: 'object' } }, () => name);
      }`,
    });
  const offered = async (engine: Engine) => {
    await send(engine, 'x');
    return (
      modelServer()
        .requests.at(-1)
        ?.tools?.map((tool) => tool.function.name) ?? []
    );
  };
  const select = (engine: Engine, keys: string[] | null) =>
    engineMethods(engine)['tools.select']({ keys }, new AbortController().signal);

  it('a plugin switched on for the first time is offered, an unticked tool is not', async () => {
    const engine = engineWithModel();
    await install(engine, tools('roster', '1.0.0', 'show', 'wipe'));
    await select(engine, ['roster__show']);
    const library = await install(engine, tools('library', '1.0.0', 'list', 'lend'));
    expect(await offered(engine)).toEqual(['roster__show', 'library__list', 'library__lend']);
    await select(engine, ['roster__show', 'library__list']);
    await engine.plugins.disable('library');
    expect(await offered(engine)).toEqual(['roster__show']);
    await engine.plugins.enable('library', library.source.digest);
    expect(await offered(engine)).toEqual(['roster__show', 'library__list']);
  });

  it("an updated plugin's new tools are offered, what was unticked before stays so", async () => {
    const engine = engineWithModel();
    await install(engine, tools('roster', '1.0.0', 'show', 'wipe'));
    await select(engine, ['roster__show']);
    await install(engine, tools('roster', '2.0.0', 'show', 'wipe', 'seat'));
    expect(await offered(engine)).toEqual(['roster__show', 'roster__seat']);
  });

  it('without a saved selection nothing is written, and everything is offered', async () => {
    const engine = engineWithModel();
    await install(engine, tools('library', '1.0.0', 'list'));
    expect(engine.settings.read().tools).toEqual({ selected: null, parked: {}, seen: {} });
    expect(await offered(engine)).toEqual(['library__list']);
  });
});
