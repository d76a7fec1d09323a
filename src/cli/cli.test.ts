import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand, runJson } from '../../fixtures/command-line';
import { startModelServer } from '../../fixtures/model-server';
import { temporaryFolder } from '../../fixtures/temporary';
import { nativePackage } from '../../fixtures/zip';

const greeter = nativePackage({
  manifest: { id: 'greeter', name: '问候', permissions: ['agent.tools', 'agent.rules'] },
  main: `export function activate(api) {
    api.registerTool({ name: 'greet', description: 'Greets', inputSchema: { type: 'object', properties: { who: { type: 'string' } } } },
      ({ who = 'all' }) => 'hello ' + who);
    api.registerRule('hi', /^hi$/, () => ({ kind: 'reply', message: 'hi!' }));
  }`,
});

function home(zip: Uint8Array = greeter) {
  const folder = temporaryFolder();
  const file = join(folder, '插件.zip');
  writeFileSync(file, zip);
  return { home: folder, file };
}

describe('secagent plugins (CLI.md, M2)', () => {
  it('installs, enables, answers by rule and by call, lists, shows, disables and removes', async () => {
    const { home: folder, file } = home();
    const options = { home: folder };
    const installed = await runJson(['plugins', 'install', file, '--enable', '--yes'], options);
    expect(installed).toMatchObject({
      code: 0,
      value: { ok: true, plugin: { id: 'greeter', state: 'ready', enabled: true } },
    });
    const run = await runJson(['run', 'hi'], options);
    expect(run.value).toMatchObject({
      ok: true,
      reply: 'hi!',
      turn: {
        rule: { pluginId: 'greeter', name: 'hi' },
        preRule: null,
        skillsLoaded: [],
        toolCalls: [],
        modelRequests: 0,
      },
    });
    expect((await runJson(['plugins', 'call', 'greeter', 'greet', '{"who":"小明"}'], options)).value).toEqual(
      { ok: true, result: 'hello 小明' },
    );
    expect((await runJson(['plugins', 'list'], options)).value.plugins).toMatchObject([
      {
        id: 'greeter',
        name: '问候',
        version: '1.0.0',
        format: 'native',
        enabled: true,
        source: { kind: 'zip', url: file },
      },
    ]);
    expect((await runJson(['plugins', 'show', 'greeter'], options)).value.plugin).toMatchObject({
      tools: [{ key: 'greeter__greet', hidden: true }],
      rules: [{ name: 'hi', pattern: '^hi$' }],
      stats: { rssBytes: expect.any(Number), restarts: 0 },
    });
    expect((await runJson(['plugins', 'disable', 'greeter'], options)).value.plugin).toMatchObject({
      state: 'disabled',
    });
    expect(await runJson(['plugins', 'call', 'greeter', 'greet'], options)).toMatchObject({
      code: 1,
      value: { ok: false, error: { code: 'plugin_not_enabled' } },
    });
    expect((await runJson(['plugins', 'remove', 'greeter'], options)).code).toBe(0);
    expect(readdirSync(join(folder, 'data', 'plugins', 'store'))).toEqual([]);
    expect(await runJson(['plugins', 'show', 'greeter'], options)).toMatchObject({
      code: 1,
      value: { error: { code: 'plugin_unknown' } },
    });
  });

  it('without a terminal and without --yes nothing is installed or enabled: exit 3', async () => {
    const { home: folder, file } = home();
    expect(await runJson(['plugins', 'install', file], { home: folder })).toMatchObject({
      code: 3,
      value: { error: { code: 'consent_required' } },
    });
    expect((await runJson(['plugins', 'list'], { home: folder })).value.plugins).toEqual([]);
    expect(readdirSync(join(folder, 'data', 'plugins', 'staging'))).toEqual([]);
    const plain = await runJson(['plugins', 'install', file, '--yes'], { home: folder });
    expect(plain.value.plugin).toMatchObject({ state: 'disabled', enabled: false });
    expect(await runJson(['plugins', 'enable', 'greeter'], { home: folder })).toMatchObject({ code: 3 });
    expect(
      (await runJson(['plugins', 'enable', 'greeter', '--yes'], { home: folder })).value.plugin.state,
    ).toBe('ready');
  });

  it('after a plain install nothing of the package has run', async () => {
    let reached = 0;
    const server = await startModelServer({ text: 'ok' });
    const { createServer } = await import('node:http');
    const listener = createServer((_, response) => {
      reached += 1;
      response.end();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as import('node:net').AddressInfo;
    const eager = nativePackage({
      manifest: { id: 'eager', permissions: ['network.http'] },
      main: `const answer = await fetch('http://127.0.0.1:${port}/'); export function activate() {}`,
    });
    const { home: folder, file } = home(eager);
    await runJson(['plugins', 'install', file, '--yes'], { home: folder });
    await runJson(['plugins', 'list'], { home: folder });
    await runJson(['run', 'hi', '--model', 'x', '--base-url', server.url], { home: folder });
    expect(reached).toBe(0);
    await runJson(['plugins', 'enable', 'eager', '--yes'], { home: folder });
    expect(reached).toBe(1);
    listener.close();
    await server.close();
  });

  it.each<[string, Uint8Array, string]>([
    [
      'throws',
      nativePackage({ main: "throw new Error('cannot start')" + '; export function activate() {}' }),
      'cannot start',
    ],
    ['is CommonJS', nativePackage({ main: 'module.exports = { activate() {} }' }), 'activate'],
    [
      'imports node:child_process',
      nativePackage({ main: "import 'node:child_process'; export function activate() {}" }),
      'node:child_process',
    ],
  ])('a main that %s is refused with one sentence and nothing half-enabled', async (_, zip, sentence) => {
    const { home: folder, file } = home(zip);
    const result = await runJson(['plugins', 'install', file, '--enable', '--yes'], { home: folder });
    expect(result).toMatchObject({
      code: 1,
      value: { ok: false, error: { message: expect.stringContaining(sentence) } },
    });
  });

  it('a bad zip leaves nothing behind', async () => {
    const { home: folder, file } = home(Buffer.from('not a zip'));
    expect(await runJson(['plugins', 'install', file, '--yes'], { home: folder })).toMatchObject({
      code: 1,
      value: { error: { code: 'package_not_a_zip' } },
    });
    expect(await runJson(['plugins', 'install', 'nowhere.zip', '--yes'], { home: folder })).toMatchObject({
      code: 1,
      value: { error: { code: 'package_not_found' } },
    });
    expect(readdirSync(join(folder, 'data', 'plugins', 'staging'))).toEqual([]);
  });

  it('validates zips and folders', async () => {
    const { home: folder, file } = home();
    expect((await runJson(['plugins', 'validate', file], { home: folder })).value).toMatchObject({
      ok: true,
      format: 'native',
      manifest: { id: 'greeter' },
      permissions: ['agent.tools', 'agent.rules'],
    });
    const broken = join(folder, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'secagent-plugin.json'), '{"apiVersion":2}');
    expect(await runJson(['plugins', 'validate', broken], { home: folder })).toMatchObject({
      code: 1,
      value: { error: { code: 'manifest_invalid' } },
    });
  });

  it('validate warns of a hidden tool no skill names, and fails for code that does not start', async () => {
    const { home: folder, file } = home();
    const options = { home: folder };
    expect(await runJson(['plugins', 'validate', file], options)).toMatchObject({
      code: 0,
      value: {
        ok: true,
        components: {
          tools: [
            { name: 'greeter__greet', status: 'warning', reasons: [{ code: 'hidden_tool_unmentioned' }] },
          ],
          rules: [{ name: 'hi', status: 'ok' }],
        },
      },
    });
    expect(await runCommand(['plugins', 'validate', file], options)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/! tool greeter__greet\n {6}the tool is hidden .*\n {2}✓ rule hi\n/),
    });
    const main = "throw new Error('no books'); export function activate() {}";
    const crashing = home(nativePackage({ main })).file;
    expect(await runJson(['plugins', 'validate', crashing], options)).toMatchObject({
      code: 1,
      value: {
        ok: false,
        format: 'native',
        error: { code: 'check_failed', message: expect.stringContaining('no books') },
        diagnostics: [{ severity: 'error', code: 'activation_failed' }],
      },
    });
    const { code, stdout } = await runCommand(['plugins', 'validate', crashing, '--lang', 'zh'], options);
    expect([code, stdout]).toEqual([1, expect.stringContaining('它的代码无法启动')]);
  });
});

describe('secagent run, sessions, init (S26, S27)', () => {
  it('answers with the demo model when no model is set, and continues a session', async () => {
    const options = { home: temporaryFolder() };
    const first = await runJson(['run', 'hello'], options);
    expect(first.value.reply).toContain('demo model');
    await runJson(['run', 'and more', '--session', first.value.sessionId], options);
    const { value } = await runJson(['sessions', 'show', first.value.sessionId], options);
    expect(value.session.title).toBe('hello');
    expect(value.session.entries.map((entry: { kind: string }) => entry.kind)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect((await runJson(['sessions', 'search', 'more'], options)).value.sessions).toHaveLength(1);
    expect(
      (await runCommand(['sessions', 'export', first.value.sessionId, '--format', 'md'], options)).stdout,
    ).toContain('# hello');
    await runJson(['sessions', 'delete', first.value.sessionId], options);
    expect((await runJson(['sessions', 'list'], options)).value.sessions).toEqual([]);
  });

  it('prints the answer on stdout and what acted on stderr, without control characters', async () => {
    const server = await startModelServer({ text: 'ok' });
    server.script({ reasoning: 'hm', text: 'a\u001b[31mred\u0007' });
    const result = await runCommand(['run', 'x', '--model', 'm', '--base-url', server.url], {
      home: temporaryFolder(),
    });
    expect(result).toMatchObject({
      code: 0,
      stdout: 'a[31mred\n',
      stderr: expect.stringContaining('thinking'),
    });
    await server.close();
  });

  it('a failed model request is stored and exits 1', async () => {
    const server = await startModelServer({ text: 'ok' });
    server.script({ status: 401 });
    const options = { home: temporaryFolder() };
    const failed = await runJson(['run', 'x', '--model', 'm', '--base-url', server.url], options);
    expect(failed).toMatchObject({ code: 1, value: { ok: false, error: { code: 'model_key_rejected' } } });
    const { value } = await runJson(['sessions', 'show', failed.value.error.details.sessionId], options);
    expect(value.session.entries.at(-1)).toMatchObject({ status: 'error' });
    await server.close();
  });

  it('Ctrl-C ends a turn with 130 and keeps the session', async () => {
    const server = await startModelServer({ text: 'ok' });
    const gate = server.gate();
    server.script({ text: ['one', gate, 'two'] });
    const folder = temporaryFolder();
    const result = await runCommand(['run', 'x', '--model', 'm', '--base-url', server.url, '--json'], {
      home: folder,
      started: (kill) => void gate.reached.then(() => kill('SIGINT')),
    });
    expect(result.code).toBe(130);
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: false, error: { code: 'stopped' } });
    await server.close();
  });

  it('chat answers every line of piped input and ends with it', async () => {
    const { home: folder, file } = home();
    await runJson(['plugins', 'install', file, '--enable', '--yes'], { home: folder });
    const result = await runCommand(['chat'], { home: folder, input: 'hi\n:nonsense\n:history\nhi' });
    expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('Unknown command :nonsense') });
    expect(result.stdout).toBe('hi!\n# hi\n\n**>** hi\n\n*rule greeter/hi: reply*\n\nhi!\nhi!\n');
  });

  it('init creates the workspace and names it', async () => {
    const folder = temporaryFolder();
    const workspace = join(folder, '工作 区');
    expect((await runJson(['init', '--workspace', workspace], { home: folder })).value).toEqual({
      ok: true,
      workspace,
    });
    expect(existsSync(workspace)).toBe(true);
  });

  it.each([
    ['nonsense'],
    ['run'],
    ['run', 'x', '--reasoning', 'huge'],
    ['run', ' '],
    ['plugins', 'list', '--lang', 'fr'],
  ])('wrong usage exits 2: %j %j %j', async (...args) => {
    const result = await runJson(
      args.filter((arg) => typeof arg === 'string'),
      { home: temporaryFolder() },
    );
    expect(result).toMatchObject({ code: 2, value: { ok: false, error: { code: 'usage' } } });
  });

  it('speaks Chinese', async () => {
    const options = { home: temporaryFolder() };
    expect((await runCommand(['plugins', 'list', '--lang', 'zh'], options)).stderr).toContain(
      '还没有安装插件',
    );
  });
});
