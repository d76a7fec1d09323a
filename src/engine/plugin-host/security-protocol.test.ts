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
    logDir: join(directory, 'logs'),
    ports: {
      readConfig: () => ({ value: {}, revision: 0 }),
      configRevision: () => 0,
      writeConfig: () => 1,
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
