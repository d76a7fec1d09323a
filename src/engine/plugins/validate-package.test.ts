import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEngine } from '../../../fixtures/engine';
import { hostPids } from '../../../fixtures/host-processes';
import { startLoopbackApp } from '../../../fixtures/loopback-app';
import { agentPlugin, agentSkill, packageFolder } from '../../../fixtures/package-folder';
import { temporaryFolder } from '../../../fixtures/temporary';
import { nativePackage } from '../../../fixtures/zip';
import type { Engine } from '..';

const permissions = [
  'agent.tools',
  'agent.skills',
  'agent.prompts',
  'agent.rules',
  'network.http',
  'agent.preview',
];
const manifest = {
  apiVersion: 1,
  id: 'library',
  name: '图书角',
  version: '1.0.0',
  main: 'main.mjs',
  permissions,
};
const activate = (code: string) => `export async function activate(api) {
  const tool = (name, hidden) => api.registerTool({ name, description: 'x', inputSchema: { type: 'object' }, hidden }, () => 1);
  ${code}
}`;
const skill = (body: string) => `---\nname: lending\ndescription: Lending books\n---\n\n${body}\n`;

const folder = (code: string, files: Parameters<typeof packageFolder>[0] = {}) =>
  packageFolder(
    { 'secagent-plugin.json': JSON.stringify(manifest), 'main.mjs': activate(code), ...files },
    '图书 角',
  );

/** Checks a package and looks whether anything of it is left. */
async function validate(path: string, engine: Engine = startEngine()) {
  const before = readdirSync(engine.directories.data, { recursive: true }).sort();
  const report = await engine.plugins.validate(path);
  expect(readdirSync(engine.directories.data, { recursive: true }).sort()).toEqual(before);
  expect(readdirSync(engine.directories.staging)).toEqual([]);
  expect(hostPids(path).concat(hostPids(engine.directories.staging))).toEqual([]);
  expect(engine.plugins.list()).toEqual([]);
  return report;
}

describe('plugins validate starts the code once (M14, S29)', () => {
  it('warns of a hidden tool that no registered skill names, in a folder', async () => {
    const code = `tool('lend'); tool('lend_all'); tool('search', false); api.registerSkill('skills/lending');`;
    const files = {
      'skills/lending/SKILL.md': skill('Call _library__lend_all_ with {}.'),
      'skills/other/SKILL.md': skill('library__lend'),
    };
    const { components, diagnostics } = await validate(folder(code, files));
    expect(components.tools).toEqual([
      {
        kind: 'tool',
        name: 'library__lend',
        status: 'warning',
        reasons: [
          {
            code: 'hidden_tool_unmentioned',
            message: expect.stringContaining('write library__lend with its parameters'),
            clause: 'Plugin API: registerTool',
          },
        ],
      },
      { kind: 'tool', name: 'library__lend_all', status: 'ok', reasons: [] },
      { kind: 'tool', name: 'library__search', status: 'ok', reasons: [] },
    ]);
    expect(diagnostics).toEqual([]);
  });

  it('reads the bodies of skills only, and lists everything else that is registered, in a zip', async () => {
    const main = activate(`tool('lend'); tool('back_');
      api.registerSkill('skills/lending'); api.registerSkill('more/empty');
      api.registerPrompt('lent', 'x'); api.registerRule('who', /x/, () => null); api.registerPreRule('pick', () => null);`);
    const path = join(temporaryFolder(), '图书角.zip');
    const files = {
      'skills/lending/SKILL.md': skill('借书用 `library__lend`，还书用library__back_。'),
      'more/empty/SKILL.md': '---\nname: empty\ndescription: Use when: library__lend\n---\n',
    };
    writeFileSync(path, nativePackage({ manifest, main, files }));
    const { components } = await validate(path);
    expect(components.tools.map(({ name, status }) => [name, status])).toEqual([
      ['library__lend', 'ok'],
      ['library__back_', 'ok'],
    ]);
    expect(components.skills).toMatchObject([
      { name: 'lending', folder: 'skills/lending', description: 'Lending books', status: 'ok', reasons: [] },
      {
        name: 'empty',
        folder: 'more/empty',
        status: 'warning',
        reasons: [{ code: 'skill_body_empty' }, { code: 'skill_value_quoted' }],
      },
    ]);
    const { prompts, rules, preRules } = components;
    expect([prompts, rules, preRules]).toMatchObject([
      [{ kind: 'prompt', name: 'lent', status: 'ok' }],
      [{ kind: 'rule', name: 'who', status: 'ok' }],
      [{ kind: 'pre-rule', name: 'pick', status: 'ok' }],
    ]);
  });

  it('tells of links in a skill', async () => {
    const { components } = await validate(
      folder(`api.registerSkill('skills/lending')`, {
        'skills/lending/SKILL.md': skill('text'),
        'skills/lending/more.md': { link: '/etc/hostname' },
      }),
    );
    expect(components.skills).toMatchObject([{ status: 'warning', reasons: [{ code: 'skill_link' }] }]);
  });

  it('has an empty configuration and environment, and keeps, requests and draws nothing', async () => {
    const app = await startLoopbackApp(() => ({ body: {} }));
    const engine = startEngine({ env: { LIBRARY_KEY: 'secret' } });
    const path = folder(
      `const before = api.getConfig();
      await api.setConfig({ starts: 1 });
      const refused = [];
      for (const url of ['${app.url}/', 'https://example.org/'])
        await fetch(url).catch((error) => refused.push(error.code + ': ' + error.message));
      await api.openSvgPreview({ svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' }).catch((error) => refused.push(error.code));
      throw new Error(JSON.stringify({ before, after: api.getConfig(), refused, env: process.env.LIBRARY_KEY ?? null }));`,
      {
        'secagent-plugin.json': JSON.stringify({ ...manifest, network: { env: ['LIBRARY_KEY'] } }),
      },
    );
    const { diagnostics } = await validate(path, engine);
    const message = diagnostics[0]?.message ?? '';
    expect(JSON.parse(message.slice(message.indexOf('{'), message.lastIndexOf('}') + 1))).toEqual({
      before: {},
      after: { starts: 1 },
      refused: [
        expect.stringMatching(/^fetch_refused: .*no request is made while a package is checked/),
        expect.stringMatching(/^fetch_refused: /),
        'preview_failed',
      ],
      env: null,
    });
    expect(app.requests).toEqual([]);
  });
});

describe('code that does not start', () => {
  const failed = { severity: 'error', code: 'activation_failed', file: 'main.mjs' };

  it.each([
    ['an error at the top level', `throw new Error('no books'); export function activate() {}`, /no books/],
    ['an error in activate', activate(`tool('lend'); throw new Error('no books');`), /no books/],
    [
      'too much memory',
      activate(`const all = []; for (;;) all.push(new Array(1e6).fill(all.length));`),
      /memory/,
    ],
  ])('%s is one diagnostic, and the rest of the report stands', async (_what, main, message) => {
    const path = packageFolder({ 'secagent-plugin.json': JSON.stringify(manifest), 'main.mjs': main });
    const report = await validate(path);
    expect(report.diagnostics).toEqual([{ ...failed, message: expect.stringMatching(message) }]);
    expect(report.diagnostics[0]?.message).not.toMatch(/times within/);
    expect(report).toMatchObject({ format: 'native', manifest: { id: 'library' }, permissions });
    expect(report.components.tools).toEqual([]);
  });

  it('is not waited for longer than 10 s, also where the settings set no limit', async () => {
    const home = temporaryFolder();
    const engine = startEngine({ home });
    writeFileSync(
      join(engine.directories.config, 'settings.json'),
      JSON.stringify({ plugins: { load_timeout_seconds: 0 } }),
    );
    const started = performance.now();
    const { diagnostics } = await validate(folder('for (;;) {}'), engine);
    expect(diagnostics).toMatchObject([failed]);
    expect(performance.now() - started).toBeLessThan(16_000);
  });

  it('leaves no process behind when the host cannot be started', async () => {
    const engine = startEngine({ nodePath: join(temporaryFolder(), 'no-node') });
    expect((await validate(folder(''), engine)).diagnostics).toMatchObject([
      { ...failed, message: expect.stringContaining('cannot start') },
    ]);
  });
});

describe('code that is not started', () => {
  it('is that of a package somebody opens to install it', async () => {
    const engine = startEngine();
    const enabled = vi.spyOn(engine.hosts, 'enable');
    onTestFinished(() => enabled.mockRestore());
    const path = join(engine.directories.data, 'library.zip');
    writeFileSync(path, nativePackage({ manifest, main: activate('for (;;) {}') }));
    const { candidateId } = await engine.plugins.stage(path);
    expect(hostPids(engine.directories.staging)).toEqual([]);
    expect(enabled).not.toHaveBeenCalled();
    engine.plugins.discard(candidateId);
  });

  it('is that of an Agent Plugins package, whose parts are judged as they lie there', async () => {
    const path = packageFolder(agentPlugin({}, { 'skills/reading/SKILL.md': agentSkill('reading') }));
    expect((await validate(path)).components).toMatchObject({
      skills: [{ name: 'reading', status: 'ok' }],
      tools: [],
    });
  });

  it('is that of a plugin the administrator has forbidden', async () => {
    const path = join(temporaryFolder(), 'managed.json');
    writeFileSync(path, JSON.stringify({ plugins: { disabled: ['library'] } }), { mode: 0o644 });
    const engine = startEngine({ managed: { path, owner: process.getuid?.() ?? null } });
    expect((await validate(folder(`throw new Error('ran')`), engine)).diagnostics).toMatchObject([
      {
        severity: 'warning',
        code: 'activation_not_tried',
        message: expect.stringContaining('administrator'),
      },
    ]);
  });
});
