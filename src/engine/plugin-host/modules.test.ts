import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { evalTool, startPlugin, startPlugins } from '../../../fixtures/test-plugins';

const activate = 'export function activate() {}';

async function loadError(main: string, files: Record<string, string> = {}) {
  const { hosts } = await startPlugins([{ main, files }], { deadlines: { load: 2_000 } });
  return hosts.status('p')?.error;
}

test('modules, JSON, cycles, import.meta, import() and top-level await inside the package (S20)', async () => {
  const { hosts } = await startPlugins([
    {
      main: `#!/usr/bin/env node
import data from './资料/data.json' with { type: 'json' };
import { even } from './lib/even.mjs';
export * from './lib/even.mjs';
const late = await import('./lib/' + 'late.mjs');
export function activate(api) {
  api.registerTool({ name: 'all', description: '', inputSchema: {} }, async () => ({
    data, even: even(10), late: late.value, same: (await import('./lib/late.mjs')) === late, meta: { ...import.meta },
    string: 'import.meta.url', missing: await import('./none.mjs').catch((error) => error.message),
    throws: await import('./lib/throws.mjs').catch((error) => error.message),
    lateThrows: await import('./lib/late-throws.mjs').catch((error) => error.message),
    json: (await import('./资料/data.json')).default.名,
  }));
}`,
      files: {
        '资料/data.json': '{"名":"值","__proto__x":1}',
        'lib/even.mjs': "import { odd } from './odd.mjs'; export const even = (n) => n === 0 || odd(n - 1);",
        'lib/odd.mjs': "import { even } from './even.mjs'; export const odd = (n) => n !== 0 && even(n - 1);",
        'lib/late.mjs':
          'await new Promise((resolve) => setTimeout(resolve, 20)); export const value = import.meta.filename;',
        'lib/throws.mjs': "throw new Error('at once');",
        'lib/late-throws.mjs':
          "await new Promise((resolve) => setTimeout(resolve, 20)); throw new Error('later');",
      },
    },
  ]);
  expect(hosts.status('p')).toMatchObject({ state: 'ready', error: null });
  expect(await hosts.callTool('p__all', {})).toEqual({
    data: { 名: '值', __proto__x: 1 },
    even: true,
    late: '/plugin/lib/late.mjs',
    same: true,
    meta: { url: 'file:///plugin/main.mjs', filename: '/plugin/main.mjs', dirname: '/plugin', main: false },
    string: 'import.meta.url',
    missing: expect.stringContaining('there is no none.mjs in the package'),
    throws: expect.stringContaining('at once'),
    lateThrows: expect.stringContaining('later'),
    json: '值',
  });
});

test.each([
  [
    "import { exec } from 'node:child_process';",
    'main.mjs, line 2 imports "node:child_process", which plugins cannot use: the sandbox starts no programs; what needs one belongs into an MCP server',
  ],
  ["import vm from 'vm';", 'main.mjs, line 2 imports "vm"'],
  ["import http from 'node:http';", 'use the global fetch with the permission "network.http"'],
  [
    "import x from './native.node';",
    'the sandbox loads no native modules; what needs one belongs into an MCP server',
  ],
  ["import build from 'node-gyp-build';", 'the sandbox loads no native modules'],
  [
    "import { createRequire } from 'node:module';",
    'createRequire is not there; bundle the plugin into ES modules',
  ],
  ["import x from 'node:constructor';", 'of Node there are path, path/posix, url, fs'],
  ["import _ from 'lodash';", 'packages from npm must be bundled'],
  ["import x from 'https://example.org/x.mjs';", 'code comes from the package only'],
  ["import x from '../outside.mjs';", 'it leads out of the package'],
  ["import x from '/etc/passwd';", 'it leads out of the package'],
  ["import x from './lib/../../outside.mjs';", 'it leads out of the package'],
  ["import x from 'secagent:loader';", 'imports "secagent:loader"'],
])('%s is refused with file, line and what works instead', async (line, message) => {
  expect(await loadError(`// first\n${line}\n${activate}`)).toMatchObject({
    code: 'plugin_import_unsupported',
    message: expect.stringContaining(message),
  });
});

test('an unsupported import further down and in import() names its own file', async () => {
  expect(
    await loadError(`import './lib/a.mjs';\n${activate}`, { 'lib/a.mjs': "\n\nimport 'node:net';" }),
  ).toMatchObject({
    code: 'plugin_import_unsupported',
    message: expect.stringContaining('lib/a.mjs, line 3 imports "node:net"'),
    details: { file: 'lib/a.mjs', line: 3, import: 'node:net' },
  });
  const { hosts } = await startPlugin(`${evalTool} globalThis.load = (x) => import(x);`);
  expect(
    await hosts.callTool('p__run', { code: "return load('node:vm').catch((e) => e.code + ' ' + e.message)" }),
  ).toMatch(/^plugin_import_unsupported main.mjs imports "node:vm"/);
});

test.each([
  [
    "const fs = require('fs'); module.exports = { activate() {} };",
    /main.mjs is a CommonJS module .* export a function "activate"/,
  ],
  ['export const other = 1;', /main.mjs does not export a function "activate"/],
  ['export const activate = 5;', /"activate" is no function/],
  ['export function activate( {}', /main.mjs .*[Ss]yntax/],
  [
    "import { nothing } from './lib.mjs'; export function activate() {}",
    /does not provide an export named 'nothing'/,
  ],
  [
    "import './none.mjs'; export function activate() {}",
    /main.mjs, line 1 imports ".\/none.mjs", but there is no none.mjs/,
  ],
  ["import './bad.json'; export function activate() {}", /bad.json is not valid JSON/],
  ['await null; undefinedName; export function activate() {}', /undefinedName is not defined/],
  [
    "await new Promise((r) => setTimeout(r, 10)); throw new Error('late'); export function activate() {}",
    /late/,
  ],
])('%s', async (main, message) => {
  expect(await loadError(main, { 'lib.mjs': '', 'bad.json': '{' })).toMatchObject({
    code: 'plugin_load_failed',
    message: expect.stringMatching(message),
  });
});

test('symbolic links in the package are not followed', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  writeFileSync(join(outside, 'secret.json'), '"secret"');
  const { hosts, package: unpack } = await startPlugins([]);
  const plugin = unpack({ main: `import secret from './link/secret.json'; ${activate}` });
  symlinkSync(outside, join(plugin.directory, 'link'));
  hosts.enable(plugin);
  await hosts.whenSettled(5_000);
  expect(hosts.status('p')).toMatchObject({ state: 'error', error: { code: 'plugin_import_unsupported' } });
  const skill = unpack({
    id: 's',
    main: "export function activate(api) { api.registerSkill('skills/x'); }",
    files: { 'skills/readme.md': '' },
  });
  writeFileSync(join(outside, 'SKILL.md'), '---\nname: x\ndescription: x\n---\n');
  symlinkSync(outside, join(skill.directory, 'skills/x'));
  hosts.enable(skill);
  await hosts.whenSettled(5_000);
  expect(hosts.status('s')).toMatchObject({
    state: 'error',
    error: { code: 'skill_invalid', message: expect.stringContaining('symbolic link') },
  });
});

test('security/14-imports: a module made of imports is refused at once, and each line of a long one is right', async () => {
  const began = performance.now();
  expect(await loadError(`${'import"./a.mjs";'.repeat(240_000)}${activate}`)).toMatchObject({
    code: 'plugin_load_failed',
    message: expect.stringContaining('more than 2000 import statements'),
  });
  expect(await loadError(`${'import.meta;\n'.repeat(20_000)}${activate}`)).toBeNull();
  expect(performance.now() - began).toBeLessThan(5_000);
  // Nothing but what has to be rewritten: the time for that is not the plugin's to take.
  expect(await loadError(`${'import.meta;'.repeat(200_000)}${activate}`)).toMatchObject({
    message: expect.stringContaining('more than 50000 times'),
  });
  const lines = "import './lib.mjs';\r\n\n".repeat(1_500);
  expect(await loadError(`${lines}import 'vm';\n${activate}`, { 'lib.mjs': '' })).toMatchObject({
    code: 'plugin_import_unsupported',
    message: expect.stringContaining('line 3001 imports "vm"'),
  });
});
