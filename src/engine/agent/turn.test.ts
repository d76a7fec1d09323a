import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { install, send, startEngine } from '../../../fixtures/engine';
import { type ModelServer, startModelServer } from '../../../fixtures/model-server';
import { temporaryFolder } from '../../../fixtures/temporary';
import { nativePackage } from '../../../fixtures/zip';
import type { TurnEvent } from '../../shared/sessions';
import { applyTurnEvent } from '../../shared/turn-events';
import type { Engine } from '../engine';
import { engineMethods } from '../methods';
import { offeredName } from './tool-names';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ text: 'ok' });
});
afterAll(() => server.close());

/** An engine whose model is the scripted server. */
function engineWithModel() {
  server.requests.length = 0;
  return startEngine({ model: { baseUrl: server.url, model: 'scripted' } });
}

const skill =
  '---\nname: roster\ndescription: 名单的用法\n---\n\n# 名单\n\n隐藏工具 roster__find，参数 {name}。\n';

/** A connector in the style of real plugins: everything S11–S17 offers. */
const roster = (changes: { permissions?: string[]; main?: string } = {}) =>
  nativePackage({
    manifest: {
      id: 'roster',
      name: '名单',
      permissions: changes.permissions ?? ['agent.tools', 'agent.skills', 'agent.prompts', 'agent.rules'],
    },
    files: { 'skills/roster/SKILL.md': skill },
    main:
      changes.main ??
      `export function activate(api) {
        let evaluated = 0;
        api.registerTool({ name: 'count', description: 'Counts students', hidden: false,
          inputSchema: { type: 'object', properties: { grade: { type: 'integer' } }, required: ['grade'] } },
          ({ grade }) => ({ grade, students: 30 }));
        api.registerTool({ name: 'find', description: 'Finds a student', inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
          ({ name }) => ({ found: name }));
        api.registerTool({ name: 'loop', description: 'Loops', hidden: false, inputSchema: { type: 'object' } }, () => { for (;;); });
        api.registerSkill('skills/roster', '名单|roster');
        api.registerPrompt('clock', () => 'evaluated ' + ++evaluated);
        api.registerPrompt('empty', () => '  ');
        api.registerPrompt('broken', () => { throw new Error('no'); });
        api.registerRule('greet', /^hello (?<who>\\w+)$/g, (input, match) => ({ kind: 'reply', message: 'hi ' + match.groups.who }));
        api.registerRule('context', /seating/, () => ({ kind: 'llm', systemMessage: 'Seats are in rows.' }));
        api.registerRule('broken', /broken rule/, () => { throw new Error('rule broke'); });
      }`,
  });

describe('rules (S17)', () => {
  it('a reply answers without any request to the model, and enters the history', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    const first = await send(engine, 'hello Ming');
    expect(first).toMatchObject({
      status: 'done',
      reply: 'hi Ming',
      turn: { modelRequests: 0, rule: { pluginId: 'roster', name: 'greet' } },
    });
    // The g flag keeps no lastIndex from one message to the next.
    expect((await send(engine, 'hello Ming', first.sessionId)).reply).toBe('hi Ming');
    expect(server.requests).toHaveLength(0);
    server.script({ text: 'you said hello' });
    await send(engine, 'what did I say?', first.sessionId);
    expect(server.requests[0]?.messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'hello Ming'],
      ['assistant', 'hi Ming'],
      ['user', 'hello Ming'],
      ['assistant', 'hi Ming'],
      ['user', 'what did I say?'],
    ]);
  });

  it('context is there for this turn only', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    server.script({ text: 'a' }, { text: 'b' });
    const { sessionId } = await send(engine, 'plan the seating');
    await send(engine, 'and then?', sessionId);
    const systems = server.requests.map((request) =>
      request.messages.slice(1).filter(({ role }) => role === 'system'),
    );
    expect(systems).toEqual([[{ role: 'system', content: 'Seats are in rows.' }], []]);
    expect(server.requests[0]?.messages.at(-1)?.content).toBe('Seats are in rows.');
  });

  it('one that throws is shown, and the turn goes on to the model', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    server.script({ text: 'still here' });
    const { reply, entries } = await send(engine, 'a broken rule');
    expect(reply).toBe('still here');
    expect(entries).toMatchObject([
      { kind: 'user' },
      { kind: 'rule', outcome: 'error', rule: 'broken' },
      { kind: 'assistant' },
    ]);
  });

  it('one that could not be tested, or whose plugin is busy, is shown and passed over', async () => {
    const engine = engineWithModel();
    await install(
      engine,
      roster({
        main: `export function activate(api) {
          api.registerSkill('skills/roster', '名单|roster');
          api.registerRule('slow', '(a+)+b$', () => ({ kind: 'reply', message: 'slow' }));
          api.registerRule('next', 'aaa', () => ({ kind: 'reply', message: 'next' }));
          api.registerTool({ name: 'go', description: '', inputSchema: {} }, () => void setTimeout(() => { for (;;); }, 1));
        }`,
      }),
    );
    const { entries, reply } = await send(engine, 'a'.repeat(3_000));
    expect(reply).toBe('next');
    expect(entries).toMatchObject([
      { kind: 'user' },
      { kind: 'notice', code: 'rule_pattern_failed', values: { rule: 'roster/slow' } },
      { kind: 'rule', outcome: 'reply', rule: 'next' },
      { kind: 'assistant' },
    ]);
    await engine.hosts.callTool('roster__go', {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    server.script({ text: 'still here' });
    const began = performance.now();
    const busy = await send(engine, '名单');
    expect(performance.now() - began).toBeLessThan(2_500);
    expect(busy.reply).toBe('still here');
    expect(busy.entries).toMatchObject([
      { kind: 'user' },
      { kind: 'notice', code: 'plugins_skipped', values: { plugins: 'roster' } },
      { kind: 'assistant' },
    ]);
  });
});

describe('skills, prompts and tools in the request (S12, S14, S16)', () => {
  it("puts the skill right after the user's message, once, and keeps it in turn 2", async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    server.script({ text: 'a' }, { text: 'b' });
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
    const [one, two] = server.requests.map((request) => request.messages.map(({ role }) => role));
    expect(one).toEqual(['system', 'user', 'system']);
    expect(two).toEqual(['system', 'user', 'system', 'assistant', 'user']);
    expect(server.requests[1]?.messages[2]?.content).toContain(skill);
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
    server.script({ text: 'a' });
    const { turn, entries } = await send(engine, 'all of them');
    expect(turn.skillsLoaded).toHaveLength(8);
    expect(entries.filter((entry) => entry.kind === 'notice')).toHaveLength(4);
  });

  it('puts labelled prompts last in the system prompt, evaluated anew, without empty and broken ones', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    const { sessionId } = await send(engine, 'one');
    await send(engine, 'two', sessionId);
    const systems = server.requests.map((request) => request.messages[0]?.content ?? '');
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
    server.script(
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
    const offered = server.requests[0]?.tools?.map((tool) => tool.function.name);
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
    expect(server.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: '{"found":"小明"}' });
    expect(server.requests[1]?.messages.at(-2)?.tool_calls?.[0]?.function.name).toBe(
      'secagent__call_hidden_tool',
    );
  });

  it('does not load a skill the model has read itself (S14)', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    server.script(
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
    server.script({ text: 'still here' });
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
    server.script(
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
    const offered = () => server.requests.at(-1)?.tools?.map((tool) => tool.function.name) ?? [];
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
    return server.requests.at(-1)?.tools?.map((tool) => tool.function.name) ?? [];
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

describe('opening a session that is being answered', () => {
  it('shows every piece that was streamed, and says which event was the last of them', async () => {
    const engine = engineWithModel();
    const gate = server.gate();
    server.script({ text: ['one ', 'two ', gate, 'three'] });
    const { id } = engine.sessions.create();
    const seen: { event: TurnEvent; seq: number }[] = [];
    const second = Promise.withResolvers<void>();
    engine.on('turn.event', ({ event, seq }) => {
      seen.push({ event, seq });
      if (event.type === 'delta' && event.text.includes('two')) second.resolve();
    });
    const turn = send(engine, 'x', id);
    await second.promise;
    const shown = engine.agent.show(id);
    expect(shown).toMatchObject({ busy: true, upTo: seen.at(-1)?.seq });
    expect(shown.entries.at(-1)).toMatchObject({ status: 'streaming', parts: [{ text: 'one two ' }] });
    gate.open();
    await turn;
    const rest = seen.filter(({ seq }) => seq > shown.upTo).map(({ event }) => event);
    expect(rest.reduce(applyTurnEvent, shown.entries)).toEqual(engine.agent.show(id).entries);
    expect(engine.agent.show(id).busy).toBe(false);
  });
});

describe('stopping and failing (S24, S26, S27)', () => {
  it('Stop ends a looping tool within a second and keeps what had arrived', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    server.script({ text: 'calling', toolCalls: [{ name: 'roster__loop', arguments: {} }] });
    const { id } = engine.sessions.create();
    const running = Promise.withResolvers<void>();
    engine.on('turn.event', ({ event }) => {
      if (event.type === 'tool' && event.call.status === 'running') running.resolve();
    });
    const turn = send(engine, 'loop', id);
    await running.promise;
    const pressed = performance.now();
    void engine.agent.stop(id);
    const result = await turn;
    expect(performance.now() - pressed).toBeLessThan(1000);
    expect(result).toMatchObject({ status: 'stopped', reply: 'calling' });
    expect(result.entries.at(-1)).toMatchObject({
      status: 'stopped',
      parts: [{ text: 'calling' }, { call: { status: 'stopped' } }],
    });
    // The next message works, and the cut call has a result.
    server.script({ text: 'fine' });
    expect((await send(engine, 'again', id)).reply).toBe('fine');
    expect(server.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'user',
    ]);
  });

  it('quitting in mid-stream stores what was shown, and leaves no turn behind', async () => {
    const home = temporaryFolder();
    const engine = startEngine({ home, model: { baseUrl: server.url, model: 'scripted' } });
    const gate = server.gate();
    server.script({ text: ['shown before the end', gate, 'never'] });
    const { id } = engine.sessions.create();
    const arrived = Promise.withResolvers<void>();
    engine.on('turn.event', ({ event }) => {
      if (event.type === 'delta') arrived.resolve();
    });
    const turn = send(engine, 'x', id).catch(() => null); // its entries are read from a database that is closed by then
    await arrived.promise;
    await engine.dispose();
    await turn;
    gate.open();
    const again = startEngine({ home });
    expect(again.sessions.show(id)).toMatchObject({ busy: false });
    expect(again.sessions.entries(id).at(-1)).toMatchObject({
      status: 'stopped',
      parts: [{ text: 'shown before the end' }],
    });
  });

  it('a failed request is stored with its reason', async () => {
    const engine = engineWithModel();
    server.script({ status: 401 });
    const { status, error, entries } = await send(engine, 'x');
    expect({ status, code: error?.code }).toEqual({ status: 'error', code: 'model_key_rejected' });
    expect(entries.at(-1)).toMatchObject({
      kind: 'assistant',
      status: 'error',
      error: { code: 'model_key_rejected' },
    });
  });

  it('a cut stream keeps its text', async () => {
    const engine = engineWithModel();
    server.script({ text: 'half an ans', cut: true });
    const { error, reply, entries } = await send(engine, 'x');
    expect({ code: error?.code, reply }).toEqual({ code: 'model_stream_cut', reply: 'half an ans' });
    expect(entries.at(-1)).toMatchObject({ status: 'error', parts: [{ text: 'half an ans' }] });
  });

  it('a model that cannot be chosen is an answer, not a crash', async () => {
    const engine = startEngine({ model: { model: 'openai:gpt' } });
    const { status, error, entries } = await send(engine, 'x');
    expect({ status, code: error?.code }).toEqual({ status: 'error', code: 'model_key_missing' });
    expect(entries.at(-1)).toMatchObject({ kind: 'assistant', status: 'error' });
  });

  it('shows reasoning before the text', async () => {
    const engine = engineWithModel();
    server.script({ reasoning: 'hm', text: ['a', 'b'] });
    const { entries } = await send(engine, 'x');
    expect(entries.at(-1)).toMatchObject({
      parts: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'ab' },
      ],
    });
  });
});

describe('a conversation that no longer fits', () => {
  it('is summed up, and goes on from the summary; skills may load again', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    server.script({ text: 'first answer' });
    const { sessionId } = await send(engine, '看看名单');
    server.script({
      status: 400,
      message: "This model's maximum context length is 8192 tokens, however you requested 9000",
    });
    const full = await send(engine, '名单里有谁？', sessionId);
    expect(full.error?.code).toBe('model_context_full');
    server.script({ text: '老师在看名单。' }, { text: 'second answer' });
    await engineMethods(engine)['chat.compact']({ sessionId }, new AbortController().signal);
    const asked = server.requests.at(-1)?.messages.at(-1)?.content ?? '';
    expect(asked).toContain('User: 看看名单');
    expect(asked).toContain('Assistant: first answer');
    const again = await send(engine, '名单里有谁？', sessionId);
    expect(again).toMatchObject({ reply: 'second answer', turn: { skillsLoaded: ['roster/roster'] } });
    const messages = server.requests.at(-1)?.messages.slice(1) ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'system']);
    expect(messages[0]?.content).toContain('老师在看名单。');
    expect(again.entries.map(({ kind }) => kind)).toContain('summary');
  });
});

describe('permissions (S3)', () => {
  it.each([
    [
      'agent.tools',
      "api.registerTool({ name: 'x', description: 'x', inputSchema: { type: 'object' } }, () => 1)",
    ],
    ['agent.skills', "api.registerSkill('skills/roster')"],
    ['agent.prompts', "api.registerPrompt('x', 'y')"],
    ['agent.rules', "api.registerRule('x', /x/, () => ({ kind: 'reply', message: 'x' }))"],
    ['network.http', "await api.fetch('https://example.com/')"],
  ])('without %s the call fails and names it', async (permission, call) => {
    const engine = startEngine();
    const all = ['agent.tools', 'agent.skills', 'agent.prompts', 'agent.rules', 'network.http'];
    const main = `export async function activate(api) { ${call}; }`;
    const plugin = await install(
      engine,
      roster({ permissions: all.filter((other) => other !== permission), main }),
    );
    expect(plugin.state).toBe('disabled');
    expect(plugin.error?.message).toContain(permission);
  });
});

describe('names offered to a model (S9)', () => {
  it('fit, are stable, and never collide', () => {
    expect(offeredName('library__lend')).toBe('library__lend');
    const long = [
      `${'a'.repeat(70)}1`,
      `${'a'.repeat(70)}2`,
      'mcp__服务器__工具',
      'mcp__服务器__工具二',
      'a.b',
      'a b',
    ];
    const names = long.map(offeredName);
    expect(new Set(names).size).toBe(long.length);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(offeredName('a.b')).toBe(offeredName('a.b'));
  });
});
