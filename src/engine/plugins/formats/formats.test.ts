import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary';
import { SecAgentError } from '../../../shared/errors';
import { readPackage } from '.';

const good = {
  apiVersion: 1,
  id: 'library',
  name: '图书',
  version: '1.0.0',
  main: 'main.mjs',
  permissions: ['agent.tools'],
};

function packageFolder(
  manifest: unknown,
  files: Record<string, string | Buffer> = { 'main.mjs': 'export function activate() {}' },
): string {
  const folder = temporaryFolder();
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  for (const [name, data] of Object.entries({ 'secagent-plugin.json': text, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
  return folder;
}

async function refusal(folder: string): Promise<SecAgentError> {
  try {
    await readPackage(folder);
  } catch (error) {
    if (error instanceof SecAgentError) return error;
    throw error;
  }
  throw new Error('the package was accepted');
}

describe('telling formats apart (S1)', () => {
  it('refuses both manifests at the root and names both', async () => {
    const error = await refusal(packageFolder(good, { 'main.mjs': '', 'plugin.json': '{}' }));
    expect(error.code).toBe('package_two_manifests');
    expect(error.message).toContain('secagent-plugin.json');
    expect(error.message).toContain('plugin.json');
  });

  it('says which manifest is missing', async () => {
    expect(await refusal(temporaryFolder())).toMatchObject({ code: 'package_no_manifest' });
  });

  it('is not disturbed by manifests deeper down', async () => {
    const folder = packageFolder(good, {
      'main.mjs': 'export function activate() {}',
      '.claude-plugin/plugin.json': '{}',
      'a/secagent-plugin.json': '1',
    });
    expect((await readPackage(folder)).id).toBe('library');
  });
});

describe('secagent-plugin.json (S2, S3)', () => {
  it('reads every field, BOM and CRLF included', async () => {
    const manifest = {
      ...good,
      description: '课堂图书',
      author: '王老师',
      icon: 'icon.svg',
      permissions: ['network.http', 'agent.tools', 'agent.pre_rules', 'agent.tools'],
      settingsPages: [{ id: 'main', title: '设置' }],
      network: {
        hosts: ['API.example.org', '*.sectl.cn:443', '127.0.0.1:3910', '[::1]', '2130706433', '0x7f.1:80'],
        env: ['CLASS_ID', 'CLASS_ID'],
      },
      homepage: 'x',
    };
    const folder = packageFolder(`\uFEFF${JSON.stringify(manifest, null, 2).replaceAll('\n', '\r\n')}`, {
      'main.mjs': 'export function activate() {}',
      'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'README.md': '# 图书',
    });
    expect(await readPackage(folder)).toMatchObject({
      id: 'library',
      name: '图书',
      author: '王老师',
      permissions: ['agent.tools', 'agent.rules', 'network.http'],
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      readme: '# 图书',
      settingsPages: [{ id: 'main', title: '设置', description: '' }],
      network: {
        hosts: ['api.example.org', '*.sectl.cn:443', '127.0.0.1:3910', '[::1]', '127.0.0.1', '127.0.0.1:80'],
        env: ['CLASS_ID'],
      },
      diagnostics: [
        { code: 'manifest_field_unknown', field: 'homepage' },
        { code: 'permission_alias', field: 'permissions/2' },
        { code: 'permission_not_asked', field: 'settingsPages' },
      ],
    });
  });

  const network = (value: unknown) => ({ ...good, permissions: ['network.http'], network: value });
  const page = { id: 'a', title: 'A' };
  const without = (field: string) =>
    Object.fromEntries(Object.entries(good).filter(([key]) => key !== field));
  test.each<[string, unknown, string]>([
    ['no apiVersion', without('apiVersion'), 'apiVersion: is missing'],
    ['another apiVersion', { ...good, apiVersion: 2 }, 'apiVersion: must be 1'],
    ['no id', without('id'), 'id: is missing'],
    ['upper case in id', { ...good, id: 'Library' }, 'id: must match ^[a-z][a-z0-9-]*$'],
    ['a long id', { ...good, id: 'a'.repeat(65) }, 'id: must be at most 64 characters'],
    ['a reserved id', { ...good, id: 'secagent' }, 'id: "secagent" is reserved'],
    ['another reserved id', { ...good, id: 'mcp' }, 'id: "mcp" is reserved'],
    ['a number as name', { ...good, name: 1 }, 'name: must be a string'],
    ['null as name', { ...good, name: null }, 'name: must be a string'],
    ['slashes in version', { ...good, version: '../1' }, 'version: must match'],
    ['no permissions', without('permissions'), 'permissions: is missing'],
    ['permissions as text', { ...good, permissions: 'agent.tools' }, 'permissions: must be an array'],
    [
      'an unknown permission',
      { ...good, permissions: ['agent.tools', 'disk.write'] },
      'permissions/1: "disk.write" is not a permission',
    ],
    [
      'a permission called toString',
      { ...good, permissions: ['toString'] },
      'permissions/0: "toString" is not a permission',
    ],
    ['main that leaves', { ...good, main: '../x.mjs' }, 'main: "../x.mjs" must be a path inside the package'],
    ['main as .js', { ...good, main: 'main.js' }, 'main: must match'],
    ['a page without title', { ...good, settingsPages: [{ id: 'a' }] }, 'settingsPages/0/title: is missing'],
    ['a host with a path', network({ hosts: ['example.org/x'] }), 'network/hosts/0: must match'],
    ['a host with a scheme', network({ hosts: ['https://example.org'] }), 'network/hosts/0: must match'],
    ['every host', network({ hosts: ['*'] }), 'network/hosts/0: must match'],
    ['a star in the middle', network({ hosts: ['a.*.org'] }), 'network/hosts/0: must match'],
    ['no host at all', network({ hosts: [] }), 'network/hosts: '],
    ['names below nothing', network({ hosts: ['*.1'] }), 'network/hosts/0: "*.1" must stand for'],
    ['names below a top domain', network({ hosts: ['*.com'] }), 'network/hosts/0: "*.com" must stand for'],
    [
      'names below an address',
      network({ hosts: ['*.127.0.0.1'] }),
      'network/hosts/0: "*.127.0.0.1" must stand for',
    ],
    ['an address that is none', network({ hosts: ['[::::]'] }), 'network/hosts/0: "[::::]" is no host'],
    ['a port that is none', network({ hosts: ['a.org:99999'] }), 'network/hosts/0: "a.org:99999" is no host'],
    ['a small variable', network({ env: ['path'] }), 'network/env/0: must match'],
    [
      'a key of ours',
      network({ env: ['CLASS_ID', 'OPENAI_API_KEY'] }),
      'network/env/1: OPENAI_API_KEY is SecAgent',
    ],
    ['a token of ours', network({ env: ['GITHUB_TOKEN'] }), 'network/env/0: GITHUB_TOKEN is SecAgent'],
    ['a page twice', { ...good, settingsPages: [page, page] }, 'settingsPages/1/id: "a" is there twice'],
    ['a list', [], 'must be a JSON object'],
    ['no JSON', '{', 'must be JSON in UTF-8'],
    ['nothing', '', 'must be JSON in UTF-8'],
  ])('%s → one sentence with file, field and rule', async (_, manifest, sentence) => {
    const error = await refusal(packageFolder(manifest));
    expect(error.code).toBe('manifest_invalid');
    expect(error.message).toContain(`secagent-plugin.json: ${sentence}`);
  });

  it('names main when it is not there, or is a link or a folder', async () => {
    expect(await refusal(packageFolder(good, {}))).toMatchObject({
      code: 'manifest_main_missing',
      details: { path: 'main.mjs' },
    });
    const linked = packageFolder(good, { 'other.mjs': '' });
    symlinkSync('other.mjs', join(linked, 'main.mjs'));
    expect((await refusal(linked)).code).toBe('manifest_main_missing');
  });

  it('refuses CommonJS and imports the sandbox does not have before anything is installed', async () => {
    const main = (source: string) => refusal(packageFolder(good, { 'main.mjs': source }));
    expect(await main('module.exports = { activate() {} }')).toMatchObject({
      code: 'manifest_main_invalid',
      details: { file: 'main.mjs' },
    });
    expect(await main('export const x = 1')).toMatchObject({ code: 'manifest_main_invalid' });
    expect(await main('export function activate( {')).toMatchObject({ code: 'manifest_main_invalid' });
    const spawned = await main(
      '\nimport { spawn } from "node:child_process";\nexport function activate() {}',
    );
    expect(spawned).toMatchObject({
      code: 'plugin_import_unsupported',
      details: { file: 'main.mjs', line: 2, import: 'node:child_process' },
    });
    expect(spawned.message).toContain('MCP');
    const deep = await refusal(
      packageFolder(good, {
        'main.mjs': 'export { activate } from "./a.mjs";',
        'a.mjs': 'import "express"; export function activate() {}',
      }),
    );
    expect(deep).toMatchObject({
      code: 'plugin_import_unsupported',
      details: { file: 'a.mjs', line: 1, import: 'express' },
    });
  });

  it('refuses a manifest too large or too deep before parsing it (security/14)', async () => {
    expect((await refusal(packageFolder(`{"a":"${'x'.repeat(300_000)}"}`))).message).toContain(
      'at most 256 KiB',
    );
    expect((await refusal(packageFolder(`${'['.repeat(10_000)}${']'.repeat(10_000)}`))).message).toContain(
      'nest deeper',
    );
  });

  it('shows names without what hides, reorders or draws lines (security/16)', async () => {
    const name = '图书\u202e角\u200b\n\u001b[31m已认证';
    const description = await readPackage(packageFolder({ ...good, name, author: 'a\u2066b' }));
    expect(description).toMatchObject({ name: '图书角 [31m已认证', author: 'ab' });
    expect(description.diagnostics.map(({ code, field }) => [code, field])).toEqual([
      ['text_with_invisible_characters', 'name'],
      ['text_with_invisible_characters', 'author'],
    ]);
    expect((await refusal(packageFolder({ ...good, name: '\u200b\u2066' }))).message).toContain(
      'name: must have visible',
    );
  });

  it('refuses keys that reach prototypes (security/1)', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const text = JSON.stringify(good).replace('{', `{"${key}":{"polluted":1},`);
      expect((await refusal(packageFolder(text))).message).toContain(`${key}: this key is not allowed`);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(['con', 'nul', 'com1', 'constructor'])('refuses the id %s', async (id) => {
    expect((await refusal(packageFolder({ ...good, id }))).message).toContain('id: ');
  });

  it('reads a module made of imports in time that grows with its size (security/9)', async () => {
    const imports = 'import"./a.mjs";'.repeat(200_000);
    const folder = packageFolder(good, {
      'main.mjs': `${imports}export function activate() {}`,
      'a.mjs': '',
    });
    const started = performance.now();
    expect((await readPackage(folder)).id).toBe('library');
    expect(performance.now() - started).toBeLessThan(5000);
    const many = Array.from({ length: 3000 }, (_, n) => `import"./m${n}.mjs";`).join('');
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`m${n}.mjs`, '']));
    expect(
      (await refusal(packageFolder(good, { ...files, 'main.mjs': `${many}export function activate() {}` })))
        .message,
    ).toContain('more than 2000 modules');
  });

  it.each<[string, string, string | Buffer]>([
    ['repeats itself', 'i.svg', '<svg><g id="a"/><use href="#a"/></svg>'],
    ['filters', 'i.svg', '<svg><filter id="f"/></svg>'],
    ['declares entities', 'i.svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'],
    ['has too many elements', 'i.svg', `<svg>${'<g/>'.repeat(3000)}</svg>`],
    [
      'has too many pixels',
      'i.png',
      Buffer.concat([
        Buffer.from([0x89]),
        Buffer.from('PNG\r\n\x1a\n'),
        Buffer.from([0, 0, 0, 13]),
        Buffer.from('IHDR'),
        Buffer.from([0, 0, 0x7f, 0xff, 0, 0, 0x7f, 0xff]),
      ]),
    ],
    ['is no picture', 'i.jpg', 'hello'],
  ])('security/12: an icon that %s is left out', async (_, icon, data) => {
    const folder = packageFolder(
      { ...good, icon },
      { 'main.mjs': 'export function activate() {}', [icon]: data },
    );
    expect(await readPackage(folder)).toMatchObject({ icon: null, diagnostics: [{ code: 'icon_unusable' }] });
  });

  it('lists at most 20 unknown fields, with their names cut', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}${'x'.repeat(500)}`, 1]));
    const { diagnostics } = await readPackage(packageFolder({ ...good, ...many }));
    expect(diagnostics).toHaveLength(20);
    for (const { message } of diagnostics) expect(message.length).toBeLessThan(200);
  });

  it('goes on without an icon that cannot be used, and says so', async () => {
    const folder = packageFolder(
      { ...good, icon: 'big.png' },
      { 'main.mjs': 'export function activate() {}', 'big.png': Buffer.alloc(600 * 1024) },
    );
    expect(await readPackage(folder)).toMatchObject({ icon: null, diagnostics: [{ code: 'icon_unusable' }] });
  });
});
