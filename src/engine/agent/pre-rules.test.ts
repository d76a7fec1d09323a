import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { install, send } from '../../../fixtures/engine';
import { scriptedEngines } from '../../../fixtures/scripted-engine';
import { nativePackage } from '../../../fixtures/zip';

const { engineWithModel, server } = scriptedEngines();

const picker = (body = '') =>
  nativePackage({
    manifest: {
      id: 'picker',
      name: '点名',
      permissions: ['agent.tools', 'agent.pre_rules', 'agent.skills', 'agent.preview'],
    },
    main: `export function activate(api) {
      api.registerTool({ name: 'pick', description: 'Picks', inputSchema: { type: 'object', properties: { count: { type: 'integer', maximum: 3 } } } },
        ({ count = 1 }) => ({ names: ['小明', '小红', '小刚'].slice(0, count) }));
      api.registerTool({ name: 'draw', description: 'Draws', inputSchema: {} }, () => api.openSvgPreview({ svg: '<svg/>', fileName: 'card' }));
      api.registerPreRule('one', (input) => input === '点名' ? { tool: 'pick', arguments: {}, render: (result) => '抽到：' + result.names[0] } : undefined);
      api.registerPreRule('many', (input) => input === '抽9个' ? { tool: 'pick', arguments: { count: 9 } } : undefined);
      api.registerPreRule('raw', (input) => input === 'raw' ? { tool: 'pick', arguments: { count: '2' } } : undefined);
      api.registerPreRule('card', (input) => input === '卡片' ? { tool: 'draw', render: () => { throw new Error('no words') } } : undefined);
      ${body}
    }`,
  });

it('S18: a tool is called and its result rendered, without any model; call and answer enter the history', async () => {
  const engine = engineWithModel();
  await install(engine, picker());
  const first = await send(engine, '点名');
  expect(first).toMatchObject({
    status: 'done',
    reply: '抽到：小明',
    turn: {
      preRule: 'picker/one',
      modelRequests: 0,
      toolCalls: [{ key: 'picker__pick', result: { names: ['小明'] } }],
    },
  });
  expect(first.entries).toMatchObject([
    { kind: 'user' },
    { kind: 'rule', outcome: 'tool', rule: 'one', tool: 'picker__pick' },
    {
      kind: 'assistant',
      source: 'rule',
      parts: [{ type: 'tool', call: { key: 'picker__pick', status: 'done' } }],
    },
    { kind: 'assistant', source: 'rule', parts: [{ type: 'text', text: '抽到：小明' }] },
  ]);
  expect(server().requests).toHaveLength(0);

  server().script({ text: 'it was 小明' });
  await send(engine, 'who was it?', first.sessionId);
  expect(
    server()
      .requests[0]?.messages.slice(1)
      .map(({ role }) => role),
  ).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
});

it('without render the result is the answer; arguments are repaired and checked like any call’s', async () => {
  const engine = engineWithModel();
  await install(engine, picker());
  expect((await send(engine, 'raw')).reply).toContain('"小红"');
  const failed = await send(engine, '抽9个');
  expect(failed).toMatchObject({
    status: 'error',
    error: { code: 'tool_arguments_invalid', details: { path: 'count' } },
    turn: {
      preRule: 'picker/many',
      toolCalls: [{ key: 'picker__pick', error: { code: 'tool_arguments_invalid' } }],
    },
  });
  expect(failed.entries).toMatchObject([
    { kind: 'user' },
    { kind: 'rule', outcome: 'tool' },
    { kind: 'assistant', parts: [{ type: 'tool', call: { status: 'error' } }], status: 'done' },
    { kind: 'assistant', status: 'error' },
  ]);
  expect(server().requests).toHaveLength(0);
});

it('a render that fails is shown, and the result stays the answer; a drawing lands in the session’s folder', async () => {
  const engine = engineWithModel();
  await install(engine, picker());
  const { entries, reply } = await send(engine, '卡片');
  expect(entries.map((entry) => (entry.kind === 'notice' ? entry.code : entry.kind))).toEqual([
    'user',
    'rule',
    'assistant',
    'pre_rule_render_failed',
    'assistant',
  ]);
  expect(reply).toContain('exports/handdrawn-markdown/card.svg');
  expect(reply).toContain('"previewOpened": false');
  expect(reply).not.toContain('previewError');
  expect(existsSync(`${engine.workspace()}/exports/handdrawn-markdown/card.svg`)).toBe(true);
});

it('rules come first, a failing pre-rule is shown and passed over, and Stop ends the tool', async () => {
  const engine = engineWithModel();
  await install(
    engine,
    picker(`
      api.registerRule('first', '^both$', () => ({ kind: 'reply', message: 'the rule' }));
      api.registerPreRule('throws', (input) => { if (input === 'hello') throw new Error('oops'); });
      api.registerPreRule('both', (input) => input === 'both' && { tool: 'pick' });
      api.registerTool({ name: 'wait', description: '', inputSchema: {} }, (args, { signal }) => new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason))));
      api.registerPreRule('wait', (input) => input === 'wait' && { tool: 'wait' });`),
  );
  expect((await send(engine, 'both')).reply).toBe('the rule');
  server().script({ text: 'from the model' });
  const { entries, reply } = await send(engine, 'hello');
  expect(reply).toBe('from the model');
  expect(entries).toMatchObject([
    { kind: 'user' },
    { kind: 'notice', code: 'pre_rule_failed', values: { rule: 'picker/throws', reason: 'oops' } },
    { kind: 'assistant' },
  ]);

  const session = engine.sessions.create().id;
  const off = engine.on('turn.event', ({ event }) => {
    if (event.type === 'tool' && event.call.status === 'running') void engine.agent.stop(session);
  });
  expect(await send(engine, 'wait', session)).toMatchObject({ status: 'stopped' });
  off();
});

it('a large result as the answer is cut, and no larger than what a rule may say', async () => {
  const engine = engineWithModel();
  await install(
    engine,
    picker(`
      api.registerTool({ name: 'deep', description: '', inputSchema: {} }, () => { let v = Array(300_000).fill(1); for (let i = 0; i < 50; i++) v = [v]; return v; });
      api.registerTool({ name: 'long', description: '', inputSchema: {} }, () => 'x'.repeat(4_000_000));
      api.registerPreRule('deep', (input) => input === 'deep' && { tool: 'deep' });
      api.registerPreRule('long', (input) => input === 'long' && { tool: 'long' });`),
  );
  for (const text of ['deep', 'long']) {
    const { reply, status } = await send(engine, text);
    expect(status).toBe('done');
    expect(reply.length).toBeLessThan(263_000);
  }
});
