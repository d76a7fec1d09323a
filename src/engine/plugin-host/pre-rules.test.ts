import { expect, test } from 'vitest';
import { startPlugin, startPlugins } from '../../../fixtures/test-plugins';
import type { PreRuleFailure, PreRuleMatch } from './types';

const tools = `
  api.registerTool({ name: 'pick', description: 'Picks', inputSchema: { type: 'object', properties: { count: { type: 'integer' } } } },
    ({ count = 1 }) => ({ names: ['小明', '小红', '小刚'].slice(0, count) }));`;

test('a pre-rule names a tool of its plugin, its arguments, and renders the result (S18)', async () => {
  const { hosts } = await startPlugin(`${tools}
    api.registerPreRule('one', (input) => input === '点名' ? { tool: 'pick', arguments: {}, render: (result) => '抽到：' + result.names[0] } : undefined);
    api.registerPreRule('many', async (input) => {
      const match = /^抽(\\d)个$/.exec(input);
      return match && { tool: 'p__pick', arguments: { count: match[1] }, render: async ({ names }) => names.join('、') };
    });
    api.registerPreRule('plain', (input) => input === 'raw' && { tool: 'pick' });`);
  expect(hosts.preRules('p').map(({ name }) => name)).toEqual(['one', 'many', 'plain']);
  const answer = async (text: string) => {
    const match = await hosts.matchPreRule(text);
    if (!match) return null;
    const result = await hosts.callTool(match.tool, match.arguments);
    return { rule: match.preRule, text: match.renders ? await hosts.renderPreRule(match, result) : result };
  };
  expect(await answer('点名')).toEqual({ rule: 'one', text: '抽到：小明' });
  expect(await answer('抽3个')).toEqual({ rule: 'many', text: '小明、小红、小刚' });
  expect(await answer('raw')).toEqual({ rule: 'plain', text: { names: ['小明'] } });
  expect(await answer('你好')).toBeNull();
});

test('pre-rules are asked in activation order, then registration order; the first that wants it decides', async () => {
  const wants = (name: string) =>
    `api.registerPreRule('${name}', (input) => input === 'x' ? { tool: 'pick', arguments: { count: 1 } } : null);`;
  const plugin = (id: string, names: string[]) => ({
    id,
    main: `export function activate(api) { ${tools} ${names.map(wants).join('')} }`,
  });
  const { hosts } = await startPlugins([plugin('a', ['second', 'first']), plugin('b', ['third'])]);
  expect(await hosts.matchPreRule('x')).toMatchObject({ pluginId: 'a', preRule: 'second', tool: 'a__pick' });
  hosts.order(['b', 'a']);
  expect(await hosts.matchPreRule('x')).toMatchObject({ pluginId: 'b', preRule: 'third' });
});

test('one that throws, never settles, or returns nonsense is told and passed over', async () => {
  const { hosts, logText } = await startPlugin(
    `${tools}
    api.registerPreRule('throws', () => { throw new TypeError('oops') });
    api.registerPreRule('text', () => 'pick');
    api.registerPreRule('unknown', () => ({ tool: 'other' }));
    api.registerPreRule('not_own', () => ({ tool: 'q__pick' }));
    api.registerPreRule('arguments', () => ({ tool: 'pick', arguments: [1] }));
    api.registerPreRule('render', () => ({ tool: 'pick', render: 'x' }));
    api.registerPreRule('proto', () => ({ tool: 'pick', arguments: JSON.parse('{"__proto__": 1}') }));
    api.registerPreRule('loops', (input) => { while (input === 'loop'); });
    api.registerPreRule('good', (input) => ({ tool: 'pick' }));`,
    { deadlines: { rule: 300 } },
  );
  const failures: PreRuleFailure[] = [];
  const match = await hosts.matchPreRule('loop', undefined, (failure) => failures.push(failure));
  expect(match).toMatchObject({ preRule: 'good' });
  expect(failures.map(({ preRule, error }) => [preRule, error.code])).toEqual([
    ['throws', 'tool_failed'],
    ['text', 'invalid_argument'],
    ['unknown', 'invalid_argument'],
    ['not_own', 'invalid_argument'],
    ['arguments', 'invalid_argument'],
    ['render', 'invalid_argument'],
    ['proto', 'invalid_argument'],
    ['loops', 'deadline_exceeded'],
  ]);
  expect(logText()).toContain('pre-rule throws was skipped: TypeError: oops');
});

test('a render belongs to its match: only once, only in its own process, and several at a time', async () => {
  const { hosts } = await startPlugin(`${tools}
    api.registerPreRule('echo', (input) => ({ tool: 'pick', render: () => input }));
    api.registerPreRule('never', () => null);`);
  const [a, b] = (await Promise.all([hosts.matchPreRule('a'), hosts.matchPreRule('b')])) as [
    PreRuleMatch,
    PreRuleMatch,
  ];
  expect(await hosts.renderPreRule(b, null)).toBe('b');
  expect(await hosts.renderPreRule(a, null)).toBe('a');
  await expect(hosts.renderPreRule(a, null)).rejects.toMatchObject({
    message: expect.stringContaining('no longer'),
  });

  const kept = (await hosts.matchPreRule('c')) as PreRuleMatch;
  hosts.restart('p');
  await expect.poll(() => hosts.status('p')?.stats.restarts, { timeout: 15_000 }).toBe(1);
  await hosts.whenSettled(10_000);
  await expect(hosts.renderPreRule(kept, null)).rejects.toMatchObject({ code: 'plugin_crashed' });
});

test('rules of two chats at once do not take each other’s match away (S17)', async () => {
  const { hosts } = await startPlugin(`api.registerRule('echo', /^(.)/, async (input, match) => {
    await new Promise((done) => setTimeout(done, 5));
    return { kind: 'reply', message: match[1] };
  });`);
  const letters = [...'abcdefghij'];
  const outcomes = await Promise.all(letters.map((letter) => hosts.runRules(letter)));
  expect(outcomes.map((outcome) => outcome?.kind === 'reply' && outcome.message)).toEqual(letters);
});

test('one that answers after its deadline takes nobody’s place, and is not asked again for a while', async () => {
  const { hosts } = await startPlugin(
    `${tools}
    api.registerPreRule('late', async () => { await new Promise((done) => setTimeout(done, 400)); return { tool: 'pick', render: () => 'late' }; });
    api.registerPreRule('good', () => ({ tool: 'pick', render: () => 'good' }));
    api.registerTool({ name: 'wait', description: '', inputSchema: {} }, () => new Promise((done) => setTimeout(done, 500)));`,
    { deadlines: { rule: 200 } },
  );
  const failures: PreRuleFailure[] = [];
  const ask = () => hosts.matchPreRule('x', undefined, (failure) => failures.push(failure));
  const match = (await ask()) as PreRuleMatch;
  await hosts.callTool('p__wait', {});
  expect(await hosts.renderPreRule(match, null)).toBe('good');
  expect(failures).toMatchObject([{ preRule: 'late' }]);
  await ask();
  expect(failures).toHaveLength(1);
});

test('many that each keep their deadline are no crash: together they have a budget', async () => {
  const { hosts } = await startPlugin(
    `${tools}
    for (let i = 0; i < 15; i++) {
      api.registerPreRule('slow_' + i, () => new Promise((done) => setTimeout(done, 150)));
      api.registerPrompt('slow_' + i, () => new Promise((done) => setTimeout(() => done('text ' + i), 150)));
    }`,
    { deadlines: { rule: 300, prompt: 300 }, slackMs: 300 },
  );
  const failures: PreRuleFailure[] = [];
  expect(await hosts.matchPreRule('x', undefined, (failure) => failures.push(failure))).toBeNull();
  expect(failures.map(({ error }) => error.message)).toContain('not tried: other pre-rules took too long');
  const texts = await hosts.evaluatePrompts();
  expect(texts).toHaveLength(15);
  expect(texts[0]).toMatchObject({ text: 'text 0' });
  expect(texts.at(-1)).toMatchObject({ error: { code: 'deadline_exceeded' } });
  expect(hosts.status('p')).toMatchObject({ state: 'ready', stats: { restarts: 0 } });
});
