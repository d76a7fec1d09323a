import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { evalTool, skillText, startPlugins } from '../../../fixtures/test-plugins';

/** Two plugins side by side in one folder, and a secret beside them and behind links in the first. */
async function neighbours() {
  const outside = mkdtempSync(join(tmpdir(), 'secagent-outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  writeFileSync(join(outside, 'SKILL.md'), skillText('secret'));
  const started = await startPlugins([
    {
      id: 'other',
      main: 'export function activate() {}',
      files: { 'data.txt': 'secret', 'skills/own/SKILL.md': skillText('own') },
    },
  ]);
  const spy = started.package({
    id: 'spy',
    main: `import fs from 'node:fs'; export function activate(api) { globalThis.fs = fs; globalThis.load = (x) => import(x); ${evalTool} }`,
    files: { 'assets/own.txt': 'own', 'skills/own/SKILL.md': skillText('own') },
  });
  symlinkSync(join(outside, 'secret.txt'), join(spy.directory, 'assets/link.txt'));
  symlinkSync(outside, join(spy.directory, 'skills/linked'));
  symlinkSync(join(started.package({ id: 'other' }).directory), join(spy.directory, 'neighbour'));
  started.hosts.enable(spy);
  await started.hosts.whenSettled(10_000);
  const other = started.package({ id: 'other' }).directory;
  return { ...started, outside, other, run: (code: string) => started.hosts.callTool('spy__run', { code }) };
}

test('security/13-files: neither fs, import nor registerSkill leads out of the plugin’s own package', async () => {
  const { run, outside, other } = await neighbours();
  expect(await run("return fs.readFileSync('assets/own.txt', 'utf8')")).toBe('own');
  const ways = [
    `${outside}/secret.txt`,
    `${other}/data.txt`,
    '../包 other/data.txt',
    '/plugin/../包 other/data.txt',
    '/plugin/./../../../../../etc/passwd',
    'assets/../../包 other/data.txt',
    'assets\\\\..\\\\..\\\\包 other\\\\data.txt',
    '..%2f包 other%2fdata.txt',
    'file:///plugin/../etc/passwd',
    'file:///plugin/%2e%2e/%2e%2e/etc/passwd',
    'file:///plugin/..%2f..%2fetc/passwd',
    `file://${outside}/secret.txt`,
    'assets/link.txt',
    'neighbour/data.txt',
    'skills/linked/secret.txt',
    'assets/own.txt\\u0000.png',
    '/proc/self/environ',
    '/dev/stdin',
    '//server/share/x',
    'C:\\\\Windows\\\\win.ini',
    '',
    '.',
    '..',
  ];
  for (const way of ways) {
    const attempt = (call: string) =>
      run(
        `try { const got = ${call}; return got } catch (error) { return { code: error.code, own: error instanceof Error } }`,
      );
    for (const call of [
      `fs.readFileSync('${way}', 'utf8')`,
      `fs.readFileSync(new Uint8Array(Buffer.from('${way}')), 'utf8')`,
      `await load('${way}')`,
      `api.registerSkill('${way}')`,
    ]) {
      expect([call, await attempt(call)]).toEqual([call, { code: expect.any(String), own: true }]);
    }
    expect(await run(`return fs.existsSync('${way}/x')`)).toBe(false);
  }
  expect(await run("return fs.readdirSync('.').sort()")).toEqual(['assets', 'main.mjs', 'skills']);
  expect(
    await run(
      "return fs.readdirSync('.', { recursive: true }).filter((path) => /link|neigh|secret/.test(path))",
    ),
  ).toEqual([]);
});

test('security/13-files: a link that is put in place later is not followed either', async () => {
  const { run, outside, hosts, package: unpack } = await neighbours();
  const { directory } = unpack({ id: 'spy' });
  expect(await run("return fs.statSync('assets/own.txt').isFile()")).toBe(true);
  rmSync(join(directory, 'assets'), { recursive: true });
  symlinkSync(outside, join(directory, 'assets'));
  expect(
    await run(
      "try { return fs.readFileSync('assets/secret.txt', 'utf8') } catch (error) { return error instanceof Error }",
    ),
  ).toBe(true);
  expect(hosts.status('spy')?.state).toBe('ready');
});
