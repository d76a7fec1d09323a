import { expect, test } from 'vitest';
import { evalTool, skillText, startPlugin, startPlugins } from '../../../fixtures/test-plugins';
import type { PreRuleMatch, RuleFailure } from './types';

const deadlines = {
  load: 5_000,
  tool: 400,
  rule: 500,
  prompt: 400,
  pattern: 250,
  disposer: 300,
  background: 500,
};
const healthy = {
  id: 'other',
  main: "export function activate(api) { api.registerTool({ name: 'ping', description: '', inputSchema: {} }, () => 'pong'); }",
};

const loops: Record<string, string> = {
  sync: 'for (;;);',
  microtasks: 'await (async () => { for (;;) await null; })();',
  getter: 'return { get x() { for (;;); } };',
  regex: "/^(a+)+$/.test('a'.repeat(40) + 'b');",
  'after await': 'await new Promise((resolve) => setTimeout(resolve, 10)); for (;;);',
  'error getter': 'throw Object.defineProperty(new Error(), "message", { get() { for (;;); } });',
  thenable: 'return { then() { for (;;); } };',
  toJSON: 'return { toJSON() { for (;;); } };',
  'never settles': 'await new Promise(() => {});',
};

test('security/3-loop: a tool that loops ends at its deadline, whatever it does; the plugin and its neighbour go on', async () => {
  const { hosts } = await startPlugins([{ main: `export function activate(api) { ${evalTool} }` }, healthy], {
    deadlines,
  });
  for (const [name, code] of Object.entries(loops)) {
    const began = performance.now();
    const looping = hosts.callTool('p__run', { code });
    const [outcome, pong] = await Promise.all([
      looping.catch((error) => error.code),
      hosts.callTool('other__ping', {}),
    ]);
    expect([name, outcome, pong]).toEqual([name, 'deadline_exceeded', 'pong']);
    expect(performance.now() - began).toBeLessThan(2_500);
    expect(await hosts.callTool('p__run', { code: 'return 1' })).toBe(1);
  }
  expect(hosts.status('p')?.stats.restarts).toBe(0);
});

test('security/3-loop: in pre-rules, their render, settings handlers and asynchronous prompts', async () => {
  const { hosts } = await startPlugins(
    [
      {
        main: `export function activate(api) {
          ${evalTool}
          api.registerTool({ name: 'ok', description: '', inputSchema: {} }, () => 1);
          api.registerPreRule('loops', (text) => { while (text === 'match'); });
          api.registerPreRule('never', (text) => text === 'match' ? new Promise(() => {}) : null);
          api.registerPreRule('getter', (text) => text === 'getter' && { get tool() { for (;;); } });
          api.registerPreRule('render', (text) => text === 'render' && { tool: 'ok', render: () => { for (;;); } });
          api.registerSettingsHandler('page', (action) => { while (action === 'loop'); return new Promise(() => {}); });
          api.registerPrompt('never', async () => new Promise(() => {}));
        }`,
      },
      healthy,
    ],
    { deadlines },
  );
  const within = async (work: Promise<unknown>) => {
    const began = performance.now();
    const outcome = await work.catch((error) => error.code);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await hosts.callTool('other__ping', {})).toBe('pong');
    return outcome;
  };
  expect(await within(hosts.matchPreRule('match'))).toBeNull();
  expect(await within(hosts.matchPreRule('getter'))).toBeNull();
  const match = await hosts.matchPreRule('render');
  expect(await within(hosts.renderPreRule(match as PreRuleMatch, 1))).toBe('deadline_exceeded');
  expect(await within(hosts.callSettings('p', 'page', 'loop', {}))).toBe('deadline_exceeded');
  expect(await within(hosts.callSettings('p', 'page', 'wait', {}))).toBe('deadline_exceeded');
  expect(await within(hosts.evaluatePrompts())).toMatchObject([{ error: { code: 'deadline_exceeded' } }]);
  expect(await hosts.callTool('p__ok', {})).toBe(1);
});

const loadLoops: Record<string, string> = {
  import: 'for (;;); export function activate() {}',
  'microtasks-of-a-dependency': "import './loop.mjs'; export function activate() {}",
  'top-level-await': 'await new Promise(() => {}); export function activate() {}',
  activate: 'export function activate() { for (;;); }',
  'activate-after-await': 'export async function activate() { await null; for (;;); }',
  'activate-never-settling': 'export function activate() { return new Promise(() => {}); }',
  'getter-of-a-thenable': 'export function activate() { return { get then() { for (;;); } }; }',
};

test('security/3-loop: in import and activate: load timed out, the rest go on (M13)', async () => {
  const spin = 'const spin = () => Promise.resolve().then(spin); await spin();';
  const plugins = Object.entries(loadLoops).map(([id, main]) => ({ id, main, files: { 'loop.mjs': spin } }));
  const { hosts } = await startPlugins([...plugins, healthy], { deadlines: { ...deadlines, load: 1_000 } });
  for (const { id } of plugins) {
    const { state, error } = hosts.status(id) ?? {};
    expect([id, state, error?.code, error?.message]).toEqual([
      id,
      'error',
      'deadline_exceeded',
      'load timed out after 1s',
    ]);
  }
  expect(await hosts.callTool('other__ping', {})).toBe('pong');
});

test('security/3-loop: in rules, prompts and timers', async () => {
  const { hosts, logText } = await startPlugin(
    `${evalTool}
    api.registerRule('loops', 'loop', () => { for (;;); });
    api.registerRule('never', 'never', () => new Promise(() => {}));
    api.registerRule('late', 'late', async () => { await null; for (;;); });
    api.registerRule('fine', '.', () => ({ kind: 'reply', message: 'fine' }));
    api.registerPrompt('loops', () => { for (;;); });
    api.registerPrompt('fine', 'fine');`,
    { deadlines },
  );
  for (const [text, rule] of [
    ['loop', 'loops'],
    ['never', 'never'],
    ['late', 'late'],
  ]) {
    expect(await hosts.runRules(text as string)).toMatchObject({
      rule,
      kind: 'error',
      error: { code: 'deadline_exceeded' },
    });
  }
  expect(await hosts.runRules('x')).toMatchObject({ kind: 'reply' });
  expect(await hosts.evaluatePrompts()).toMatchObject([
    { name: 'loops', error: { code: 'deadline_exceeded' } },
    { name: 'fine', text: 'fine' },
  ]);
  await hosts.callTool('p__run', {
    code: 'setTimeout(() => { for (;;); }, 5); setInterval(() => console.log("tick"), 50); return 1',
  });
  await expect.poll(() => logText(), { timeout: 3_000 }).toContain('code that ran too long was stopped');
  await expect.poll(() => logText(), { timeout: 3_000 }).toContain('tick');
});

test('security/4-promises: promises that never settle and thousands of calls are bounded', async () => {
  const { hosts } = await startPlugin(evalTool, { deadlines: { ...deadlines, tool: 1_500 } });
  const calls = Array.from({ length: 100 }, () =>
    hosts.callTool('p__run', { code: 'await new Promise(() => {})' }).catch((error) => error.code),
  );
  const outcomes = await Promise.all(calls);
  expect(outcomes.filter((code) => code === 'quota_exceeded')).toHaveLength(68);
  expect(outcomes.filter((code) => code === 'deadline_exceeded')).toHaveLength(32);
  const pending = await hosts.callTool('p__run', {
    code: "const all = Array.from({ length: 5000 }, () => fetch('http://192.0.2.1/').catch((error) => error.code)); const codes = {}; for (const code of await Promise.all(all)) codes[code] = (codes[code] ?? 0) + 1; return codes;",
  });
  expect(pending).toEqual({ quota_exceeded: expect.any(Number), fetch_refused: expect.any(Number) });
  expect((pending as Record<string, number>).quota_exceeded).toBeGreaterThan(4_900);
});

test('security/7-patterns: a catastrophic pattern of a skill, a rule or a schema is bounded, and named', async () => {
  const bomb = '^(\\\\w+\\\\s?)+$|(a+)+b$';
  const text = 'a'.repeat(5_000);
  const { hosts } = await startPlugins(
    [
      {
        main: `export function activate(api) { ${evalTool}
        api.registerSkill('skills/bomb', '(a+)+b$'); api.registerSkill('skills/fine', 'aaa');
        api.registerTool({ name: 'schema', description: '', inputSchema: { type: 'object', properties: { x: { type: 'string', pattern: '^(a+)+$' } } } }, () => 1); }`,
        files: { 'skills/bomb/SKILL.md': skillText('bomb'), 'skills/fine/SKILL.md': skillText('fine') },
      },
      {
        id: 'rules',
        main: `export function activate(api) { api.registerRule('bomb', '${bomb}', () => ({ kind: 'llm' })); api.registerRule('fine', '.', () => ({ kind: 'reply', message: 'x' })); }`,
      },
    ],
    { deadlines },
  );
  const began = performance.now();
  const { matches, failures } = await hosts.matchSkills(`${text}!`);
  expect(matches.map(({ skill }) => skill.name)).toEqual(['p/fine']);
  expect(failures).toMatchObject([{ pluginId: 'p', skill: 'p/bomb', error: { code: 'deadline_exceeded' } }]);
  const passedOver: RuleFailure[] = [];
  const outcome = await hosts.runRules(`${text}!`, undefined, (failure) => passedOver.push(failure));
  expect(outcome).toMatchObject({ rule: 'fine', kind: 'reply' });
  expect(passedOver).toMatchObject([
    { pluginId: 'rules', rule: 'bomb', error: { code: 'deadline_exceeded' } },
  ]);
  expect(performance.now() - began).toBeLessThan(2_500);
  await expect(hosts.callTool('p__schema', { x: `${'a'.repeat(60)}!` })).rejects.toMatchObject({
    code: 'deadline_exceeded',
  });
  expect(await hosts.callTool('p__run', { code: 'return 1' })).toBe(1);
});

test('security/3-busy: a plugin at work all the time delays a message by a second, and decides nothing', async () => {
  const busy = {
    id: 'busy',
    main: `export function activate(api) {
      api.registerRule('any', '.', () => ({ kind: 'reply', message: 'busy' })); api.registerPrompt('p', 'busy'); api.registerSkill('skills/s', '.');
      api.registerTool({ name: 'go', description: '', inputSchema: {} }, () => void setInterval(() => { for (;;); }, 1)); }`,
    files: { 'skills/s/SKILL.md': skillText('s') },
  };
  const rule = {
    id: 'rule',
    main: "export function activate(api) { api.registerRule('fine', '.', () => ({ kind: 'reply', message: 'fine' })); }",
  };
  const { hosts, logText } = await startPlugins([busy, { ...busy, id: 'busy2' }, rule], {
    deadlines: { background: 4_000, disposer: 200 },
    restarts: { backoffMs: [20] },
  });
  await hosts.callTool('busy__go', {});
  await hosts.callTool('busy2__go', {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  const passedOver: RuleFailure[] = [];
  const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
    const began = performance.now();
    return [await work, performance.now() - began];
  };
  const [outcome, rulesMs] = await timed(
    hosts.runRules('x', undefined, (failure) => passedOver.push(failure)),
  );
  expect(outcome).toMatchObject({ pluginId: 'rule', kind: 'reply', message: 'fine' });
  expect(passedOver).toMatchObject([
    { pluginId: 'busy', rule: null, error: { code: 'deadline_exceeded', details: { busy: true } } },
    { pluginId: 'busy2', rule: null, error: { details: { busy: true } } },
  ]);
  expect(rulesMs).toBeLessThan(1_600);
  expect(logText('busy')).toContain('every rule was skipped: ');
  // It was busy a moment ago, so it is not waited for again.
  const [skills, skillsMs] = await timed(hosts.matchSkills('x'));
  const [prompts, promptsMs] = await timed(hosts.evaluatePrompts());
  expect(skills).toMatchObject({ matches: [], failures: [{ skill: 'busy/s' }, { skill: 'busy2/s' }] });
  expect(prompts).toMatchObject([{ error: { details: { busy: true } } }, { pluginId: 'busy2' }]);
  expect(skillsMs + promptsMs).toBeLessThan(700);
});

test('security/3-background: code of its own accord that loops again and again is a crash (M13)', async () => {
  const { hosts, audits } = await startPlugin('setInterval(() => { for (;;); }, 1);', {
    deadlines: { background: 300 },
    restarts: { maxCrashes: 1, backoffMs: [20] },
  });
  const crash = {
    what: 'plugin.host.crashed',
    details: { reason: expect.stringContaining('3 times within a minute') },
  };
  await expect.poll(() => hosts.status('p')?.state, { timeout: 8_000 }).toBe('error');
  expect(hosts.status('p')?.error).toMatchObject({ code: 'plugin_crashed' });
  expect(audits).toMatchObject([crash, crash, { what: 'plugin.host.gave-up' }]);
});
