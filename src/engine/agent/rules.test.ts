import { describe, expect, it } from 'vitest';
import { install, send } from '../../../fixtures/engine';
import { roster } from '../../../fixtures/roster';
import { scriptedEngines } from '../../../fixtures/scripted-engine';

const { engineWithModel, server: modelServer } = scriptedEngines();

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
    expect(modelServer().requests).toHaveLength(0);
    modelServer().script({ text: 'you said hello' });
    await send(engine, 'what did I say?', first.sessionId);
    expect(
      modelServer()
        .requests[0]?.messages.slice(1)
        .map(({ role, content }) => [role, content]),
    ).toEqual([
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
    modelServer().script({ text: 'a' }, { text: 'b' });
    const { sessionId } = await send(engine, 'plan the seating');
    await send(engine, 'and then?', sessionId);
    const systems = modelServer().requests.map((request) =>
      request.messages.slice(1).filter(({ role }) => role === 'system'),
    );
    expect(systems).toEqual([[{ role: 'system', content: 'Seats are in rows.' }], []]);
    expect(modelServer().requests[0]?.messages.at(-1)?.content).toBe('Seats are in rows.');
  });

  it('one that throws is shown, and the turn goes on to the model', async () => {
    const engine = engineWithModel();
    await install(engine, roster());
    modelServer().script({ text: 'still here' });
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
    modelServer().script({ text: 'still here' });
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
