import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hostEntry } from '../../../fixtures/test-plugins';
import { PluginHosts } from './hosts';

/** A process that broke out of everything and says what it likes instead of the host. */
async function hostile(script: string) {
  const directory = mkdtempSync(join(tmpdir(), 'hostile-'));
  writeFileSync(
    join(directory, 'hostile.cjs'),
    `const frame = (json, claimed = Buffer.byteLength(json), attached = 0) => {
       const header = Buffer.alloc(8); header.writeUInt32LE(claimed, 0); header.writeUInt32LE(attached, 4);
       process.stdout.write(Buffer.concat([header, Buffer.from(json)]));
     };
     const notify = (method, params) => frame(JSON.stringify({ t: 'notify', method, params }));
     setTimeout(() => {}, 60000); process.stdin.resume();
     ${script}`,
  );
  const nodePath = join(directory, 'node.sh');
  writeFileSync(nodePath, `#!/bin/sh\nexec "${process.execPath}" "${join(directory, 'hostile.cjs')}"\n`);
  chmodSync(nodePath, 0o755);
  const hosts = new PluginHosts({
    nodePath,
    hostEntry,
    slackMs: 200,
    deadlines: { disposer: 300 },
    logDir: join(directory, 'logs'),
    ports: {
      readConfig: () => ({ value: {}, revision: 0 }),
      configRevision: () => 0,
      writeConfig: () => 1,
      savePreview: () => Promise.reject(new Error('not here')),
      changed: () => undefined,
      audit: () => undefined,
    },
  });
  onTestFinished(async () => {
    await hosts.dispose();
    rmSync(directory, { recursive: true, force: true });
  });
  hosts.enable({
    id: 'p',
    name: 'P',
    version: '1',
    directory,
    main: 'main.mjs',
    permissions: ['agent.tools', 'agent.skills'],
  });
  await hosts.whenSettled(5_000);
  return { hosts, status: hosts.status('p') };
}

function answersWith(error: string): string {
  return `process.stdin.once('data', () => frame(JSON.stringify({ t: 'response', id: 1, error: ${error} })))`;
}

test.each([
  ['a frame that claims 2 GB', "frame('', 2 ** 31)"],
  ['10,000 levels of JSON', "frame('['.repeat(10000) + ']'.repeat(10000))"],
  ['no JSON', "frame('{nope')"],
  ['no message of the protocol', "frame('[1]')"],
  ['an unknown notice', "notify('toString', {})"],
  [
    'a tool whose name is no name',
    "notify('registerTool', { name: '../x', description: '', inputSchema: {}, hidden: false })",
  ],
  [
    'a description of 1 MB',
    "notify('registerTool', { name: 'x', description: 'x'.repeat(1e6), inputSchema: {}, hidden: false })",
  ],
  [
    'a refused key',
    `frame('{"t":"notify","method":"setStatus","params":{"message":"x","__proto__":{"polluted":1}}}')`,
  ],
  ['an unknown request', "frame(JSON.stringify({ t: 'request', id: 1, method: 'readFile', params: {} }))"],
  ['a flood of notices', "for (let i = 0; i < 20000; i++) notify('setStatus', { message: 'x' + i })"],
  [
    'a schema of 1 MB',
    "notify('registerTool', { name: 'x', description: '', inputSchema: { title: 'x'.repeat(1e6) }, hidden: false })",
  ],
  [
    'a notice with bytes beside it',
    "const json = JSON.stringify({ t: 'notify', method: 'setStatus', params: { message: 'x' } }); frame(json, Buffer.byteLength(json), 1e6); process.stdout.write(Buffer.alloc(1e6))",
  ],
  [
    'a flood of requests',
    "for (let i = 1; i < 3000; i++) frame(JSON.stringify({ t: 'request', id: i, method: 'setConfig', params: { value: {}, revision: 0 } }))",
  ],
  ['more than a notice has', "notify('setStatus', { message: 'x', more: 'y' })"],
  [
    'more than a line of log has',
    "notify('log', { lines: [{ at: 1, level: 'info', text: 'x', more: 1 }], dropped: 0 })",
  ],
  [
    'a time that no Date has',
    "notify('log', { lines: [{ at: 1e300, level: 'info', text: 'x' }], dropped: 0 })",
  ],
  ['less than nothing dropped', "notify('log', { lines: [], dropped: -5 })"],
  [
    'a flood of long notices',
    "for (let i = 0; i < 1000; i++) notify('registerTool', { name: 'x' + i, description: '', inputSchema: { title: 'x'.repeat(2e5) }, hidden: false })",
  ],
  [
    'answers to nothing',
    "for (let i = 0; i < 20; i++) frame(JSON.stringify({ t: 'response', id: 500 + i, result: {} }))",
  ],
  [
    'parts of no answer',
    "for (let i = 0; i < 20; i++) frame(JSON.stringify({ t: 'stream', id: 500, chunk: i }))",
  ],
  ['cancels of nothing', "for (let i = 0; i < 20; i++) frame(JSON.stringify({ t: 'cancel', id: 1 }))"],
  [
    'a flood of requests',
    `for (let id = 1; id < 1000; id++) frame(JSON.stringify({ t: 'request', id, method: 'fetch',
       params: { url: 'http://192.0.2.1:9/', method: 'GET', headers: [], redirect: 'follow' } }))`,
  ],
  ['an error that is ours', answersWith("{ code: 'storage_damaged', message: 'x' }")],
  ['an error without a code', answersWith("{ message: 'x' }")],
  ['an error of 1 MB', answersWith("{ code: 'tool_failed', message: 'x'.repeat(1e6) }")],
  [
    'an error with much to it',
    answersWith("{ code: 'tool_failed', message: 'x', details: { x: 'x'.repeat(1e5) } }"),
  ],
  ['Stop, which nobody pressed', answersWith("{ code: 'stopped', message: 'x' }")],
  [
    'a refused key in an error',
    answersWith('JSON.parse(\'{"code":"tool_failed","message":"x","details":{"__proto__":1}}\')'),
  ],
  [
    'a false answer',
    "process.stdin.once('data', () => frame(JSON.stringify({ t: 'response', id: 1, result: { ms: 'soon' } })))",
  ],
])('security/14-protocol: %s ends that process for good', async (_what, script) => {
  const { status, hosts } = await hostile(script);
  expect(status).toMatchObject({
    state: 'error',
    error: { code: 'plugin_crashed', message: expect.stringContaining('broke the protocol') },
  });
  expect(hosts.tools()).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('security/2-ungranted: registrations the user did not grant and skills outside the package are refused by the engine', async () => {
  const { hosts } = await hostile(`
    notify('registerPrompt', { name: 'sneaky' });
    notify('registerSkill', { folder: '../../etc', description: '', pattern: null });
    notify('registerTool', { name: 'granted', description: '', inputSchema: {}, hidden: false });
    process.stdin.once('data', () => frame(JSON.stringify({ t: 'response', id: 1, result: { ms: 1 } })));`);
  expect(hosts.tools().map(({ key }) => key)).toEqual(['p__granted']);
  expect([...hosts.prompts(), ...hosts.skills()]).toEqual([]);
  expect(
    hosts
      .log('p')
      .map(({ text }) => text)
      .join('\n'),
  ).toMatch(/refused: registerPrompt[\s\S]*refused: \.\.\/\.\.\/etc is outside/);
});
