import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { send, startEngine } from '../../../fixtures/engine';
import { startModelServer } from '../../../fixtures/model-server';

/** An engine whose model also names chats. */
async function naming(namesSessions = true) {
  const server = await startModelServer();
  onTestFinished(() => server.close());
  const engine = startEngine({ model: { baseUrl: server.url, model: 'scripted' }, namesSessions });
  const provider = {
    id: 'school',
    kind: 'openai-compatible',
    name: 'School',
    baseUrl: server.url,
    models: ['scripted'],
  };
  const models = { providers: [provider], title: 'school:scripted' };
  writeFileSync(join(engine.directories.config, 'settings.json'), JSON.stringify({ models }));
  return { engine, server };
}

it('names a chat after its first turn, without what models add', async () => {
  const { engine, server } = await naming();
  server.script({ text: ['好的'] }, { text: ['《', '班会安排', '》。'] });
  const { sessionId } = await send(engine, '帮我安排班会\n还有家长');
  expect(engine.sessions.summary(sessionId).title).toBe('帮我安排班会');
  await vi.waitFor(() => expect(engine.sessions.summary(sessionId).title).toBe('班会安排'));
});

it('leaves a name that was given meanwhile, and the first line when the title model fails', async () => {
  const { engine, server } = await naming();
  server.script({ text: ['好的'] }, { text: ['另一个'] });
  const { sessionId } = await send(engine, '第一句');
  engine.sessions.rename(sessionId, '我的名字');
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  server.script({ text: ['好的'] }, { status: 401 });
  const second = await send(engine, '第二句');
  await vi.waitFor(() => expect(server.requests).toHaveLength(4));
  expect(engine.sessions.summary(sessionId).title).toBe('我的名字');
  expect(engine.sessions.summary(second.sessionId).title).toBe('第二句');
});

it('asks nobody where nobody stays for the answer', async () => {
  const { engine, server } = await naming(false);
  server.script({ text: ['好的'] });
  await send(engine, '你好');
  await engine.dispose();
  expect(server.requests).toHaveLength(1);
});
