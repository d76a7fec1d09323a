import { describe, expect, it } from 'vitest';
import { install, send, startEngine } from '../../../fixtures/engine';
import { roster } from '../../../fixtures/roster';
import { scriptedEngines } from '../../../fixtures/scripted-engine';
import { temporaryFolder } from '../../../fixtures/temporary';
import type { TurnEvent } from '../../shared/sessions';
import { applyTurnEvent } from '../../shared/turn-events';
import { engineMethods } from '../methods';

const { engineWithModel, server: modelServer } = scriptedEngines();

describe('opening a session that is being answered', () => {
  it('shows every piece that was streamed, and says which event was the last of them', async () => {
    const engine = engineWithModel();
    const gate = modelServer().gate();
    modelServer().script({ text: ['one ', 'two ', gate, 'three'] });
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
    modelServer().script({ text: 'calling', toolCalls: [{ name: 'roster__loop', arguments: {} }] });
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
    modelServer().script({ text: 'fine' });
    expect((await send(engine, 'again', id)).reply).toBe('fine');
    expect(
      modelServer()
        .requests.at(-1)
        ?.messages.map(({ role }) => role),
    ).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
  });

  it('quitting in mid-stream stores what was shown, and leaves no turn behind', async () => {
    const home = temporaryFolder();
    const engine = startEngine({ home, model: { baseUrl: modelServer().url, model: 'scripted' } });
    const gate = modelServer().gate();
    modelServer().script({ text: ['shown before the end', gate, 'never'] });
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
    modelServer().script({ status: 401 });
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
    modelServer().script({ text: 'half an ans', cut: true });
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
    modelServer().script({ reasoning: 'hm', text: ['a', 'b'] });
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
    modelServer().script({ text: 'first answer' });
    const { sessionId } = await send(engine, '看看名单');
    modelServer().script({
      status: 400,
      message: "This model's maximum context length is 8192 tokens, however you requested 9000",
    });
    const full = await send(engine, '名单里有谁？', sessionId);
    expect(full.error?.code).toBe('model_context_full');
    modelServer().script({ text: '老师在看名单。' }, { text: 'second answer' });
    await engineMethods(engine)['chat.compact']({ sessionId }, new AbortController().signal);
    const asked = modelServer().requests.at(-1)?.messages.at(-1)?.content ?? '';
    expect(asked).toContain('User: 看看名单');
    expect(asked).toContain('Assistant: first answer');
    const again = await send(engine, '名单里有谁？', sessionId);
    expect(again).toMatchObject({ reply: 'second answer', turn: { skillsLoaded: ['roster/roster'] } });
    const messages = modelServer().requests.at(-1)?.messages.slice(1) ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'system']);
    expect(messages[0]?.content).toContain('老师在看名单。');
    expect(again.entries.map(({ kind }) => kind)).toContain('summary');
  });
});
