import { describe, expect, test } from 'vitest';
import { evalTool, skillText, startPlugin, startPlugins } from '../../../fixtures/test-plugins';
import { type Permission, permissions } from '../../shared/permissions';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('permissions (S3)', () => {
  const needs: [string, Permission, string][] = [
    [
      'registerTool',
      'agent.tools',
      "api.registerTool({ name: 't', description: '', inputSchema: {} }, () => 1)",
    ],
    ['registerSkill', 'agent.skills', "api.registerSkill('skills/s')"],
    ['registerPrompt', 'agent.prompts', "api.registerPrompt('p', 'x')"],
    ['registerRule', 'agent.rules', "api.registerRule('r', /x/, () => ({ kind: 'llm' }))"],
    ['fetch', 'network.http', "await api.fetch('https://example.org')"],
  ];
  test('every method throws an error that names the missing one, and nothing is registered', async () => {
    const plugins = needs.map(([, permission, call], index) => ({
      id: `p${index}`,
      main: `export async function activate(api) {
        try { ${call}; } catch (error) { console.log([error instanceof Error, error.code, error.message].join('|')); }
      }`,
      permissions: permissions.filter((name) => name !== permission),
      files: { 'skills/s/SKILL.md': skillText('s') },
    }));
    const { hosts, logText } = await startPlugins(plugins);
    for (const [index, [method, permission]] of needs.entries()) {
      const said = `true|permission_missing|${method} needs the permission "${permission}"`;
      await expect.poll(() => logText(`p${index}`)).toContain(said);
      expect(hosts.status(`p${index}`)?.state).toBe('ready');
    }
    expect([...hosts.tools(), ...hosts.skills(), ...hosts.prompts(), ...hosts.rules()]).toEqual([]);
  });

  test('the global fetch needs network.http too; unregistering, setStatus and configuration need nothing', async () => {
    const { hosts, logText } = await startPlugin(
      `for (const kind of ['Tool', 'Skill', 'Prompt', 'Rule']) api['unregister' + kind]('nothing');
       api.setStatus('fine'); await api.setConfig({ a: 1 });
       await fetch('https://example.org').catch((error) => console.log(error.code));`,
      { permissions: [] },
    );
    expect(hosts.status('p')).toMatchObject({ state: 'ready', status: { message: 'fine' } });
    await expect.poll(() => logText()).toContain('permission_missing');
  });

  test('an uncaught missing permission fails activation and says so', async () => {
    const { hosts } = await startPlugin("api.registerPrompt('p', 'x')", { permissions: [] });
    expect(hosts.status('p')).toMatchObject({
      state: 'error',
      error: { code: 'permission_missing', message: expect.stringContaining('"agent.prompts"') },
    });
  });
});

describe('tools (S11)', () => {
  test('keys, hidden by default, arguments repaired and checked with the path that failed', async () => {
    const { hosts } = await startPlugin(`
      api.registerTool({ name: 'echo', description: 'Echo', inputSchema: {
        type: 'object', required: ['n'], additionalProperties: false,
        properties: { n: { type: 'integer' }, flag: { type: 'boolean' }, text: { type: 'string' },
                      list: { type: 'array', items: { type: 'number' } }, deep: { type: 'object', properties: { on: { type: 'boolean' } } } } } },
        (args) => args);`);
    expect(hosts.tools()).toMatchObject([{ key: 'p__echo', name: 'echo', hidden: true, pluginId: 'p' }]);
    const call = (args: unknown) => hosts.callTool('p__echo', args);
    expect(await call({ n: '1000', flag: 'true', text: '5', list: ['1', 2], deep: { on: 'false' } })).toEqual(
      {
        n: 1000,
        flag: true,
        text: '5',
        list: [1, 2],
        deep: { on: false },
      },
    );
    const failing: [unknown, string][] = [
      [{}, 'n'],
      [{ n: '1.5' }, 'n'],
      [{ n: 1, deep: { on: 'maybe' } }, 'deep.on'],
      [{ n: 1, list: [1, 'x'] }, 'list.1'],
      [{ n: 1, other: 1 }, 'other'],
    ];
    for (const [args, path] of failing) {
      await expect(call(args)).rejects.toMatchObject({ code: 'tool_arguments_invalid', details: { path } });
    }
  });

  test('unknown tools, tools that throw, results that cannot cross', async () => {
    const { hosts } = await startPlugin(evalTool);
    const run = (code: string) => hosts.callTool('p__run', { code });
    await expect(hosts.callTool('p__none', {})).rejects.toMatchObject({ code: 'tool_unknown' });
    await expect(hosts.callTool('q__none', {})).rejects.toMatchObject({ code: 'tool_unknown' });
    await expect(run("throw new RangeError('too far')")).rejects.toMatchObject({
      code: 'tool_failed',
      message: 'RangeError: too far',
    });
    await expect(run("throw { message: 'odd' }")).rejects.toMatchObject({
      code: 'tool_failed',
      message: 'odd',
    });
    await expect(run('return 1n')).rejects.toMatchObject({ code: 'tool_result_invalid' });
    await expect(run('const a = {}; a.a = a; return a')).rejects.toMatchObject({
      code: 'tool_result_invalid',
    });
    await expect(run("return { get x() { throw new Error('getter') } }")).rejects.toMatchObject({
      code: 'tool_result_invalid',
    });
    await expect(run("return 'x'.repeat(5e6)")).rejects.toMatchObject({ code: 'message_too_large' });
    await expect(run('let v = 1; for (let i = 0; i < 100; i++) v = [v]; return v')).rejects.toMatchObject({
      code: 'message_too_large',
    });
    expect(await run('return undefined')).toBeNull();
    expect(await run('return { d: new Date(0), f() {}, u: undefined }')).toEqual({
      d: '1970-01-01T00:00:00.000Z',
    });
  });

  test('refused registrations name what is wrong', async () => {
    const { hosts } = await startPlugin(evalTool);
    const codeOf = (call: string) =>
      hosts.callTool('p__run', {
        code: `try { ${call} } catch (error) { return error.code + ': ' + error.message }`,
      });
    const tool = (patch: string) =>
      `api.registerTool({ name: 'ok', description: '', inputSchema: {}, ${patch} }, () => 1)`;
    expect(await codeOf(tool("name: 'Bad-Name'"))).toMatch(/^invalid_argument: .*\^\[a-z\]/);
    expect(await codeOf(tool('description: 5'))).toMatch(/^invalid_argument: the description of tool ok/);
    expect(await codeOf(tool("description: 'x'.repeat(9000)"))).toMatch(/^quota_exceeded/);
    expect(await codeOf(tool("inputSchema: { type: 'string' }"))).toMatch(/^invalid_argument: .*"object"/);
    expect(await codeOf(tool("inputSchema: { type: 'object', title: 'x'.repeat(70000) }"))).toMatch(
      /^quota_exceeded/,
    );
    expect(await codeOf("api.registerTool({ name: 'ok', description: '' })")).toMatch(
      /^invalid_argument: .*handler/,
    );
    expect(await codeOf("api.registerRule('r', '(', () => 1)")).toMatch(
      /^invalid_argument: .*regular expression/,
    );
    expect(await codeOf("api.registerPrompt('p', 5)")).toMatch(/^invalid_argument/);
    expect(await codeOf("for (let i = 0; i < 600; i++) api.registerPrompt('p' + i, 'x')")).toMatch(
      /^quota_exceeded: .*500 prompts/,
    );
    expect(hosts.prompts()).toHaveLength(500);
  });

  test('a sweep leaves no gap, a real unregistering ends after 2 s, disabling ends at once', async () => {
    const { hosts } = await startPlugin(`${evalTool}
      globalThis.register = (n) => api.registerTool({ name: 'swept', description: 'v' + n, inputSchema: {} }, () => n);
      register(1);`);
    const run = (code: string) => hosts.callTool('p__run', { code });
    await run("api.unregisterTool('swept')");
    expect(await hosts.callTool('p__swept', {})).toBe(1);
    expect(hosts.tools().map(({ name }) => name)).toEqual(['run', 'swept']);
    await run('register(2)');
    expect(await hosts.callTool('p__swept', {})).toBe(2);
    await wait(2_200);
    expect(await hosts.callTool('p__swept', {})).toBe(2);
    await run("api.unregisterTool('swept')");
    await wait(2_200);
    await expect(hosts.callTool('p__swept', {})).rejects.toMatchObject({ code: 'tool_unknown' });
    await run('register(3)');
    expect(await hosts.callTool('p__swept', {})).toBe(3);
    const disabled = hosts.disable('p');
    expect(hosts.tools()).toEqual([]);
    await expect(hosts.callTool('p__swept', {})).rejects.toMatchObject({ code: 'tool_unknown' });
    await disabled;
  });
});

test('skills: folder or file, synchronous path, patterns with flags, and what is refused (S13)', async () => {
  const { hosts } = await startPlugin(
    `${evalTool}
     globalThis.paths = [api.registerSkill('skills/one', /LeNdInG/i), api.registerSkill('./skills/two/SKILL.md', '图书|查询学生'),
       api.registerSkill(new URL('./skills/three', 'file:///plugin/main.mjs').href, /x/g)];`,
    {
      files: {
        'skills/one/SKILL.md': skillText('one', 'First'),
        'skills/two/SKILL.md': skillText('two'),
        'skills/three/SKILL.md': skillText('three'),
        'skills/nameless/SKILL.md': '---\ndescription: x\n---\n',
        'skills/script/SKILL.md': '---js\n{ name: process.exit(1) }\n---\n',
        'skills/empty/readme.md': '',
      },
    },
  );
  const run = (code: string) => hosts.callTool('p__run', { code });
  expect(await run('return paths')).toEqual(
    ['one', 'two', 'three'].map((name) => `/plugin/skills/${name}/SKILL.md`),
  );
  expect(hosts.skills()).toMatchObject([
    { name: 'p/one', description: 'First', pattern: 'LeNdInG' },
    { name: 'p/two', pattern: '图书|查询学生' },
    { name: 'p/three' },
  ]);
  const names = async (text: string) =>
    (await hosts.matchSkills(text)).matches.map(({ skill, matched }) => `${skill.name}:${matched}`);
  expect(await names('my LENDING')).toEqual(['p/one:LENDING']);
  expect(await names('查询学生的图书')).toEqual(['p/two:查询学生']);
  expect(await names('ax')).toEqual(['p/three:x']);
  expect(await names('ax')).toEqual(['p/three:x']); // no lastIndex is kept
  const refused = async (path: string) =>
    run(`try { api.registerSkill(${JSON.stringify(path)}) } catch (e) { return e.code + ': ' + e.message }`);
  expect(await refused('skills/nameless')).toMatch(/^skill_invalid: .*needs a name/);
  expect(await refused('skills/script')).toMatch(/^skill_invalid: .*YAML/);
  expect(await refused('skills/empty')).toMatch(/^skill_invalid: .*no skills\/empty\/SKILL.md/);
  for (const path of ['../x', '/etc', 'skills/../../x', 'file:///etc/x', 'C:\\x', '..\\x']) {
    expect(await refused(path)).toMatch(/^skill_invalid: .*outside the package/);
  }
  await run("api.unregisterSkill('one')");
  await expect
    .poll(() => hosts.skills().map(({ name }) => name), { timeout: 3_000 })
    .toEqual(['p/two', 'p/three']);
});

test('prompts are evaluated anew, in order; empty ones are skipped, failing ones too, and logged (S16)', async () => {
  const { hosts, logText } = await startPlugins([
    {
      id: 'a',
      main: "export function activate(api) { let n = 0; api.registerPrompt('count', () => 'n=' + ++n); api.registerPrompt('fixed', 'text'); }",
    },
    {
      id: 'b',
      main: "export function activate(api) { api.registerPrompt('empty', () => ''); api.registerPrompt('throws', () => { throw new Error('no') }); api.registerPrompt('late', async () => 'x'); api.registerPrompt('number', async () => 5); }",
    },
  ]);
  const expected = (n: number) => [
    { pluginId: 'a', name: 'count', text: `n=${n}` },
    { pluginId: 'a', name: 'fixed', text: 'text' },
    { pluginId: 'b', name: 'empty', text: '' },
    { pluginId: 'b', name: 'throws', error: { code: 'tool_failed', message: 'no' } },
    { pluginId: 'b', name: 'late', text: 'x' },
    { pluginId: 'b', name: 'number', error: expect.objectContaining({ code: 'tool_result_invalid' }) },
  ];
  expect(await hosts.evaluatePrompts()).toEqual(expected(1));
  expect(await hosts.evaluatePrompts()).toEqual(expected(2));
  expect(logText('b')).toContain('prompt throws was skipped: no');
});

test('rules: activation order, then registration order; the first match alone decides (S17)', async () => {
  const rule = (name: string, pattern: string, result: string) =>
    `api.registerRule('${name}', ${pattern}, (input, match) => (${result}));`;
  const { hosts } = await startPlugins([
    {
      id: 'first',
      main: `export function activate(api) { ${rule('b', '/加(?<n>\\d+)/g', "{ kind: 'reply', message: [match.groups.n, match.index, match.input === input, Array.isArray(match)].join() }")} ${rule('c', "'both'", "{ kind: 'llm', systemMessage: 'first' }")} }`,
    },
    {
      id: 'second',
      main: `export function activate(api) { ${rule('c', '/both|other/y', "{ kind: 'llm' }")} ${rule('bad', '/bad/', '5')} api.registerRule('throws', /throws/, async () => { throw new TypeError('oops') }); ${rule('all', '/./', "{ kind: 'reply', message: 'all' }")} }`,
    },
  ]);
  for (let again = 0; again < 2; again++) {
    expect(await hosts.runRules('请加3分')).toMatchObject({
      pluginId: 'first',
      rule: 'b',
      kind: 'reply',
      message: '3,1,true,true',
    });
    expect(await hosts.runRules('both')).toMatchObject({
      pluginId: 'first',
      rule: 'c',
      kind: 'llm',
      systemMessage: 'first',
    });
    expect(await hosts.runRules('other')).toMatchObject({ pluginId: 'second', rule: 'c', kind: 'llm' });
  }
  expect(await hosts.runRules('bad')).toMatchObject({
    rule: 'bad',
    kind: 'error',
    error: { code: 'tool_result_invalid' },
  });
  expect(await hosts.runRules('throws')).toMatchObject({
    rule: 'throws',
    kind: 'error',
    error: { code: 'tool_failed', message: 'TypeError: oops' },
  });
  expect(await hosts.runRules('')).toBeNull();
  await hosts.disable('first');
  expect(await hosts.runRules('both')).toMatchObject({ pluginId: 'second', rule: 'c' });
});

test('configuration: {} at first, a copy, at once in the plugin, 64 KiB (S19)', async () => {
  const { hosts, configs } = await startPlugin(
    `${evalTool} globalThis.atStart = JSON.stringify(api.getConfig());`,
  );
  const run = (code: string) => hosts.callTool('p__run', { code });
  expect(await run('return atStart')).toBe('{}');
  expect(
    await run(
      'const done = api.setConfig({ a: { b: 1 } }); api.getConfig().a.b = 2; const now = api.getConfig(); await done; return now',
    ),
  ).toEqual({ a: { b: 1 } });
  expect(configs.get('p')).toEqual({ a: { b: 1 } });
  expect(
    await run(
      "return api.setConfig({ a: '积'.repeat(30000) }).catch((error) => [error.code, api.getConfig()])",
    ),
  ).toEqual(['quota_exceeded', { a: { b: 1 } }]);
  expect(await run('return api.setConfig([1]).catch((error) => error.code)')).toBe('invalid_argument');
});
