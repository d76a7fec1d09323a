import { describe, expect, it } from 'vitest';
import { type Refusal, wireDialects } from '../../../fixtures/dialects';
import { SECRET_KEY, serveDialect } from '../../../fixtures/models';
import { SecAgentError } from '../../shared/errors';
import { type Models, type Retry, type StepPart, streamStep } from '.';

async function ask(models: Models, signal = new AbortController().signal) {
  const parts: StepPart[] = [];
  const retries: Retry[] = [];
  const outcome = await streamStep(
    {
      model: await models.choose().load(),
      instructions: 'x',
      messages: [{ role: 'user', content: 'hi' }],
      tools: [],
      signal,
      backoffMs: 20,
      onRetry: (retry) => retries.push(retry),
    },
    (part) => parts.push(part),
  ).catch((thrown: unknown) => thrown);
  const error = outcome instanceof SecAgentError ? outcome : null;
  // ATTACKS 21: whatever went wrong, the key is in no sentence and no detail.
  const said = JSON.stringify([error?.message, error?.details, retries.map((retry) => retry.error.message)]);
  expect(said).not.toContain(SECRET_KEY);
  expect(said).not.toMatch(/sk-very/);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { error, code: error?.code, text, retries, outcome };
}

const codes: Record<Exclude<Refusal, 'rate' | 'down'>, string> = {
  key: 'model_key_rejected',
  model: 'model_unknown',
  spent: 'model_quota',
  context: 'model_context_full',
  other: 'model_failed',
};

describe.each(wireDialects.map((dialect) => [dialect.kind, dialect] as const))('%s', (_, dialect) => {
  it.each(Object.entries(codes))('a refusal about %s → %s, at once', async (about, code) => {
    const { server, models } = await serveDialect(dialect);
    server.script({ about: about as Refusal });
    const answer = await ask(models);
    expect({ code: answer.code, retries: answer.retries }).toEqual({ code, retries: [] });
  });

  it('waits and asks again after too many requests and a server that is down, and says so', async () => {
    const { server, models } = await serveDialect(dialect);
    server.script({ about: 'rate', headers: { 'retry-after': '0.3' } }, { about: 'down' }, { text: '好了' });
    const started = performance.now();
    const { text, retries } = await ask(models);
    expect(text).toBe('好了');
    expect(retries.map(({ attempt, error }) => [attempt, error.code])).toEqual([
      [1, 'model_quota'],
      [2, 'model_unreachable'],
    ]);
    expect(retries[0]?.waitMs).toBe(300);
    expect(performance.now() - started).toBeGreaterThan(300);
    expect(server.requests).toHaveLength(3);
  });

  it('gives up after three repetitions, and never waits longer than a minute', async () => {
    const { server, models } = await serveDialect(dialect);
    server.script({ about: 'down' }, { about: 'down' }, { about: 'down' }, { about: 'down' });
    expect((await ask(models)).code).toBe('model_unreachable');
    expect(server.requests).toHaveLength(4);
    server.script({ about: 'rate', headers: { 'retry-after': '3600' } });
    expect((await ask(models)).code).toBe('model_quota');
    expect(server.requests).toHaveLength(5);
  });

  it('a stream that is cut keeps what arrived and is not asked for again', async () => {
    const { server, models } = await serveDialect(dialect);
    server.script({ text: 'half an answer', cut: true });
    const { code, text, retries } = await ask(models);
    expect({ code, text, retries }).toEqual({
      code: 'model_stream_cut',
      text: 'half an answer',
      retries: [],
    });
  });

  it('a stream that ends too early or is no JSON is an error, not an answer', async () => {
    const { server, models } = await serveDialect(dialect);
    server.script({ text: 'half', malformed: '' });
    expect((await ask(models)).code).toMatch(/^model_(stream_cut|failed)$/);
    server.script({ text: 'half', malformed: 'data: {nonsense\n\n' });
    expect((await ask(models)).code).toMatch(/^model_(stream_cut|failed)$/);
  });

  it('an error inside a stream that showed nothing is waited out', async () => {
    if (dialect.streamError === null) return;
    const { server, models } = await serveDialect(dialect);
    server.script({ streamError: true }, { text: 'fine' });
    const { text, retries } = await ask(models);
    expect({ text, retries: retries.map(({ error }) => error.code) }).toEqual({
      text: 'fine',
      retries: ['model_unreachable'],
    });
  });

  it('a filter and a full answer are named', async () => {
    const { server, models } = await serveDialect(dialect);
    server.script({ text: 'I can', finish: 'filter' }, { text: 'and so on', finish: 'length' });
    expect((await ask(models)).code).toBe('model_refused');
    const cut = await ask(models);
    expect([cut.code, cut.text]).toEqual(['model_output_limit', 'and so on']);
  });

  it('stops at once, while waiting for an answer and while waiting to ask again', async () => {
    const { server, models } = await serveDialect(dialect);
    for (const answer of [
      { silent: true },
      { text: 'half', stall: true },
      { about: 'rate' as const, headers: { 'retry-after': '30' } },
    ]) {
      server.script(answer);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 100);
      const started = performance.now();
      expect((await ask(models, controller.signal)).code).toBe('stopped');
      expect(performance.now() - started).toBeLessThan(1000);
    }
  });

  it('a server that falls silent in the middle is given up', async () => {
    const { server, models } = await serveDialect(dialect, { idle: 300 });
    server.script({ text: 'half', stall: true });
    const { code, text } = await ask(models);
    expect({ code, text }).toEqual({ code: 'model_stream_cut', text: 'half' });
  });

  it('lists the models of its endpoint', async () => {
    const { server, models, provider } = await serveDialect(dialect);
    expect(await models.fetchModelIds({ provider })).toEqual(['m-1', 'm-2']);
    expect(JSON.stringify(server.requests[0]?.headers)).toContain(SECRET_KEY);
    server.script({ status: 401, about: 'key' });
    await expect(models.fetchModelIds({ provider })).rejects.toMatchObject({ code: 'model_key_rejected' });
  });
});

it('a question that Gemini blocks is a refusal, although its answer is empty', async () => {
  const gemini = wireDialects.find(({ kind }) => kind === 'google') as (typeof wireDialects)[number];
  const { server, models } = await serveDialect(gemini);
  const feedback = {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 3 },
  };
  server.script({ malformed: `data: ${JSON.stringify(feedback)}\n\n` });
  expect((await ask(models)).error).toMatchObject({
    code: 'model_refused',
    details: { reason: 'PROHIBITED_CONTENT' },
  });
});
