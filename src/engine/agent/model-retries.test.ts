import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, startEngine } from '../../../fixtures/engine';
import { type ModelServer, startModelServer } from '../../../fixtures/model-server';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ text: 'ok' });
});
afterAll(() => server.close());

it('a repeated request is shown before the answer, here and after a restart (S24)', async () => {
  const engine = startEngine({ model: { baseUrl: server.url, model: 'scripted' } });
  server.script({ status: 503 }, { text: 'here I am' });
  const { status, reply, entries, events } = await send(engine, 'x');
  expect({ status, reply }).toEqual({ status: 'done', reply: 'here I am' });
  expect(entries).toMatchObject([
    { kind: 'user' },
    {
      kind: 'notice',
      code: 'retrying',
      values: {
        attempt: '1',
        seconds: expect.stringMatching(/^(0\.[89]|1|1\.[0-2])$/),
        code: 'model_unreachable',
      },
    },
    { kind: 'assistant', status: 'done' },
  ]);
  const shown = new Map<string, string>();
  for (const event of events) if (event.type === 'entry') shown.set(event.entry.id, event.entry.kind);
  expect([...shown.values()]).toEqual(['user', 'notice', 'assistant']);
  // The notice is for people; the next request is as if nothing had happened.
  await send(engine, 'y', engine.sessions.list()[0]?.id);
  expect(server.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
  ]);
});

it('thoughts of another model are not sent to this one', async () => {
  const engine = startEngine({ model: { baseUrl: server.url, model: 'scripted' } });
  const { id } = engine.sessions.create();
  const provider = { anthropic: { signature: 'signed' } };
  engine.sessions.save(id, { id: '1', turnId: '0', createdAt: 1, kind: 'user', text: 'before' });
  engine.sessions.save(id, {
    id: '2',
    turnId: '0',
    createdAt: 2,
    kind: 'assistant',
    source: 'model',
    model: 'anthropic:other',
    status: 'done',
    parts: [
      { type: 'reasoning', text: 'secret thoughts', provider },
      { type: 'text', text: 'answer', provider },
    ],
  });
  await send(engine, 'x', id);
  expect(JSON.stringify(server.requests.at(-1))).not.toMatch(/secret thoughts|signed/);
  expect(server.requests.at(-1)?.messages[2]).toEqual({ role: 'assistant', content: 'answer' });
});
