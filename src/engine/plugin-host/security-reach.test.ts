import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { evalTool, hostEntry, startPlugin } from '../../../fixtures/test-plugins';
import { hostArguments } from './host-process';

/** Walks everything reachable from the global object, the API and a call's context, and names what should not be there. */
const walk = `
  const suspicious = [];
  const seen = new Set();
  const realm = new Set([Object.prototype, Function.prototype, null]);
  const bad = /^(require|module|exports|getBuiltinModule|binding|_linkedBinding|dlopen|mainModule|kill|exit|Reference|ExternalCopy|Callback|Isolate|Context|Deno|Bun|WebAssembly|SharedArrayBuffer|Atomics)$/;
  const visit = (value, path) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    const root = (() => { let at = value, last = null; while (at !== null) { last = at; at = Object.getPrototypeOf(at); } return last; })();
    if (root !== value && !realm.has(root)) suspicious.push('foreign realm: ' + path);
    for (const key of Reflect.ownKeys(value)) {
      const name = path + '.' + String(key);
      if (typeof key === 'string' && bad.test(key)) suspicious.push(name);
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      for (const part of ['value', 'get', 'set']) visit(descriptor[part], name);
    }
    visit(Object.getPrototypeOf(value), path + '.[[prototype]]');
  };
  visit(globalThis, 'globalThis');
  visit(api, 'api');
  visit(context, 'context');
  return { suspicious, visited: seen.size };
`;

test('security/2-globals: nothing but guest objects is reachable, and the API is frozen', async () => {
  const { hosts } = await startPlugin(`
    ${evalTool}
    api.registerTool({ name: 'walk', description: '', inputSchema: {} }, (args, context) => { ${walk} });`);
  const run = (code: string) => hosts.callTool('p__run', { code });
  const { suspicious, visited } = (await hosts.callTool('p__walk', {})) as {
    suspicious: string[];
    visited: number;
  };
  expect(suspicious).toEqual([]);
  expect(visited).toBeGreaterThan(500);
  expect(
    await run(
      `return [typeof process.getBuiltinModule, typeof process.kill, typeof require, typeof module, typeof WebAssembly, typeof SharedArrayBuffer, typeof Atomics, typeof $boot, typeof $loader]`,
    ),
  ).toEqual(Array(9).fill('undefined'));
  expect(
    await run(
      'return [Object.isFrozen(api), Object.isFrozen(api.plugin), api.registerTool.constructor === Function]',
    ),
  ).toEqual([true, true, true]);
  expect(
    await run(
      "return api.registerTool.constructor('return typeof process.getBuiltinModule + typeof this.require')()",
    ),
  ).toBe('undefinedundefined');
  expect(await run("return (async () => {}).constructor('return typeof process.getBuiltinModule')()")).toBe(
    'undefined',
  );
  // Errors that came from outside are this realm's, and tell no paths.
  const error = "await api.fetch('ftp://x').catch((error) => error)";
  expect(
    await run(
      `const e = ${error}; return [e instanceof TypeError, e.constructor === TypeError, e.constructor.constructor('return typeof process.getBuiltinModule')(), e.code, /home|work|node_modules|node:/.test(e.stack)]`,
    ),
  ).toEqual([true, true, 'undefined', 'fetch_refused', false]);
  const skill = "(() => { try { api.registerSkill('none') } catch (error) { return error } })()";
  expect(
    await run(
      `const e = ${skill}; return [e instanceof Error, e.constructor.constructor('return typeof process.getBuiltinModule')(), /[/]tmp|node:|file:[/][/]/.test(e.stack + e.message)]`,
    ),
  ).toEqual([true, 'undefined', false]);
});

test('security/2-imports: Node is not there by any spelling', async () => {
  const { hosts } = await startPlugin(`${evalTool} globalThis.load = (x) => import(x);`);
  const run = (code: string) => hosts.callTool('p__run', { code });
  for (const name of [
    'node:child_process',
    'child_process',
    'node:fs/../child_process',
    'node:node:fs',
    'NODE:fs',
    'node:sqlite',
    'node:module',
    'node:worker_threads',
    'node:process',
    'node:vm',
    'isolated-vm',
    'file:///etc/passwd',
    'data:text/javascript,export default 1',
    '../main.mjs',
    'secagent:loader',
    '/plugin/../../etc/passwd',
    '',
  ]) {
    expect(
      await run(`return load(${JSON.stringify(name)}).then(() => 'loaded', (error) => error.code)`),
    ).toMatch(/plugin_import_unsupported|plugin_load_failed/);
  }
  // import() in code made from text is not rewritten and has no hook.
  expect(await run("return import('node:vm').then(() => 'loaded', (error) => error.message)")).toMatch(
    /[Nn]ot supported/,
  );
  expect(
    await run("return (0, eval)(\"import('node:vm')\").then(() => 'loaded', (error) => error.message)"),
  ).toMatch(/[Nn]ot supported/);
});

test('security/2-tampering: a plugin that breaks its own built-ins reaches nothing and gets past no check', async () => {
  const { hosts } = await startPlugin(`${evalTool}`, { permissions: ['agent.tools'] });
  const run = (code: string) => hosts.callTool('p__run', { code });
  const refused = await run(`
    globalThis.caught = [];
    Set.prototype.has = Map.prototype.has = () => true;
    for (const [owner, name] of [[Map.prototype, 'get'], [Map.prototype, 'set'], [Promise.prototype, 'then'], [Array.prototype, 'push'], [JSON, 'stringify'], [JSON, 'parse']]) {
      const original = owner[name];
      owner[name] = function (...args) { for (const value of [...args, this]) caught[caught.length] = value; return Reflect.apply(original, this, args); };
    }
    try { api.registerPrompt('sneaky', 'x'); } catch (error) { return error.code; }
  `);
  expect(refused).toBe('permission_missing');
  expect(hosts.prompts()).toEqual([]);
  const found = await run(
    "return caught.filter((value) => typeof value === 'function').map((f) => f.constructor('return typeof process.getBuiltinModule')()).filter((type) => type !== 'undefined')",
  ).catch((error) => [error.code]);
  expect([[], ['plugin_crashed'], ['tool_failed']]).toContainEqual(found);
});

/** What a guest that broke out would find: the host process's own abilities. */
test('security/2-empty-room: the process reads nothing else, writes nothing, starts nothing, connects nowhere', async () => {
  const { package: unpack } = await startPlugin('');
  const args = hostArguments(hostEntry, unpack({}).directory);
  const attempts = `
    const attempt = async (name, run) => { try { await run(); console.log(name, 'worked'); } catch (error) { console.log(name, error.code); } };
    const fs = require('node:fs');
    (async () => {
    await attempt('read', () => fs.readFileSync('/etc/passwd'));
    await attempt('list', () => fs.readdirSync('/'));
    await attempt('write', () => fs.writeFileSync('/tmp/secagent-escape', 'x'));
    await attempt('write-package', () => fs.writeFileSync(${JSON.stringify(unpack({}).directory)} + '/x', 'x'));
    await attempt('spawn', () => require('node:child_process').spawnSync('id'));
    await attempt('worker', () => new (require('node:worker_threads').Worker)('1', { eval: true }));
    await attempt('wasi', () => new (require('node:wasi').WASI)({ version: 'preview1' }));
    await attempt('fetch', () => fetch('http://127.0.0.1:8099').catch((error) => { throw error.cause ?? error; }));
    await attempt('connect', () => new Promise((_, reject) => require('node:net').connect(9, '127.0.0.1').on('error', reject)));
    await attempt('listen', () => new Promise((resolve, reject) => require('node:net').createServer().on('error', reject).listen(0, resolve)));
    await attempt('dns', () => require('node:dns').promises.lookup('example.org'));
    await attempt('inspector', () => require('node:inspector').open(0));
    await attempt('environment', () => { if (Object.keys(process.env).some((name) => name !== 'TZ')) return; throw { code: 'empty' }; });
    })();`;
  // The same flags, with other code in place of the host's entry.
  const { stdout } = spawnSync(process.execPath, [...args.slice(0, -1), '-e', attempts], {
    env: { TZ: 'UTC' },
    encoding: 'utf8',
  });
  const results = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  );
  const { environment, ...denied } = results;
  expect(Object.keys(denied)).toHaveLength(12);
  expect(environment).toBe('empty');
  for (const [name, code] of Object.entries(denied))
    expect([name, code]).toEqual([name, 'ERR_ACCESS_DENIED']);
});

test('security/2-debugger: no process of ours starts to listen because another asks for its debugger', async () => {
  const { package: unpack } = await startPlugin('');
  const args = hostArguments(hostEntry, unpack({}).directory).slice(0, -1);
  const host = (code: string) => JSON.stringify([...args, '-e', code]);
  // A stand-in for the engine, started with the flag that engine and command are started with.
  const engine = `
    const { spawn } = require('node:child_process');
    const stays = spawn(process.execPath, ${host('setTimeout(() => {}, 20000)')}, { stdio: 'inherit' });
    const asks = spawn(process.execPath, ${host('process._debugProcess(process.ppid)')}, { stdio: 'inherit' });
    asks.on('exit', () => setTimeout(() => {
      process._debugProcess(stays.pid);
      setTimeout(() => { console.log('listening', require('node:inspector').url()); stays.kill('SIGKILL'); process.exit(); }, 500);
    }, 300));`;
  const run = (flags: string[]) =>
    spawnSync(process.execPath, [...flags, '-e', engine], { encoding: 'utf8', timeout: 10_000 });
  const guarded = run(['--disable-sigusr1']);
  expect(guarded.stderr).not.toContain('Debugger listening');
  expect(guarded.stdout).not.toContain('ws://');
});
