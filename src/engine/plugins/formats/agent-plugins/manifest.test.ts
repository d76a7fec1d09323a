import { describe, expect, it, test } from 'vitest';
import {
  agentPlugin,
  agentSkill,
  type FolderEntry,
  PLUGIN_SCHEMA,
  packageFolder,
} from '../../../../../fixtures/package-folder';
import { readPackage } from '..';

const read = (manifest: Record<string, unknown>, files: Record<string, FolderEntry> = {}) =>
  readPackage(packageFolder(agentPlugin(manifest, files)));
const refusal = (manifest: Record<string, unknown>) =>
  read(manifest).then(
    () => 'accepted',
    (error) => error,
  );

describe('Agent Plugins 1.0.0 plugin.json (S5)', () => {
  it('reads the smallest and the fullest', async () => {
    expect(await read({})).toMatchObject({
      format: 'agent-plugins',
      id: 'demo',
      permissions: [],
      main: null,
      diagnostics: [],
      components: [],
    });
    expect(
      await read({
        version: '第一版',
        description: '说明',
        author: { name: '王老师', email: 'no address', url: 'nowhere' },
        homepage: 'not a url',
        repository: '',
        license: 'whatever',
        keywords: ['a', ''],
        extensions: { 'com.example': { a: null }, 'not-an-object': 5 },
      }),
    ).toMatchObject({ version: '第一版', description: '说明', author: '王老师', diagnostics: [] });
  });

  test.each<[string, (text: string) => string]>([
    ['a BOM', (text) => `\uFEFF${text}`],
    ['CRLF', (text) => JSON.stringify(JSON.parse(text), null, 2).replaceAll('\n', '\r\n')],
    ['both', (text) => `\uFEFF${JSON.stringify(JSON.parse(text), null, 2).replaceAll('\n', '\r\n')}`],
  ])('with %s (5.1)', async (_, change) => {
    const files = agentPlugin(
      {},
      {
        'skills/a/SKILL.md': change('{}').startsWith('\uFEFF')
          ? `\uFEFF${agentSkill('a')}`
          : agentSkill('a').replaceAll('\n', '\r\n'),
      },
    );
    files['plugin.json'] = change(String(files['plugin.json']));
    expect(await readPackage(packageFolder(files))).toMatchObject({
      id: 'demo',
      components: [{ name: 'a', status: 'ok' }],
    });
  });

  test.each(['a', 'acme.tools', 'lint3r', 'con', 'a-b.c-d', 'x'.repeat(64), '0'])(
    'the name %j is one (5.5)',
    async (name) => {
      expect((await read({ name })).id).toBe(name);
    },
  );
  test.each([
    '',
    'A',
    'has--double',
    'too..many',
    '-a',
    'a-',
    '.a',
    'a.',
    'x'.repeat(65),
    'a_b',
    'a b',
    '名',
    'a/b',
    'secagent',
    'mcp',
    'constructor',
  ])('the name %j is none', async (name) => {
    expect(await refusal({ name })).toMatchObject({ code: 'manifest_invalid', details: { field: 'name' } });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: undefined }, 'name'],
    ['null as name', { name: null }, 'name'],
    ['null as version', { version: null }, 'version'],
    ['a number as version', { version: 1 }, 'version'],
    ['null as description', { description: null }, 'description'],
    ['null as homepage', { homepage: null }, 'homepage'],
    ['an object as repository', { repository: { type: 'git' } }, 'repository'],
    ['a list as license', { license: ['MIT'] }, 'license'],
    ['a text as author', { author: '王老师' }, 'author'],
    ['null as author', { author: null }, 'author'],
    ['a list as author', { author: [] }, 'author'],
    ['an unknown field of author', { author: { name: 'a', phone: '1' } }, 'author/phone'],
    ['null as author.name', { author: { name: null } }, 'author/name'],
    ['a text as keywords', { keywords: 'a' }, 'keywords'],
    ['a number among keywords', { keywords: ['a', 1] }, 'keywords/1'],
    ['null as keywords', { keywords: null }, 'keywords'],
  ])('%s rejects the package, naming the field (5.2, 5.4)', async (_, manifest, field) => {
    expect(await refusal(manifest)).toMatchObject({
      code: 'manifest_invalid',
      details: { file: 'plugin.json', field },
    });
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['an unknown field (5.2)', { skills: './x' }, 'manifest_field_unknown', 'skills'],
    ['another one', { mcpServers: {} }, 'manifest_field_unknown', 'mcpServers'],
    ['extensions: false (8.1)', { extensions: false }, 'manifest_extensions_ignored', 'extensions'],
    ['extensions: []', { extensions: [] }, 'manifest_extensions_ignored', 'extensions'],
    ['extensions: null', { extensions: null }, 'manifest_extensions_ignored', 'extensions'],
  ])('%s is told and ignored', async (_, manifest, code, field) => {
    const description = await read(manifest, { 'skills/a/SKILL.md': agentSkill('a') });
    expect(description.diagnostics).toMatchObject([{ code, field, severity: 'warning' }]);
    expect(description.components).toMatchObject([{ name: 'a', status: 'ok' }]);
  });

  it('is no link that leads out of the package (4.1)', async () => {
    const outside = packageFolder(agentPlugin());
    await expect(
      readPackage(packageFolder({ 'plugin.json': { link: `${outside}/plugin.json` } })),
    ).rejects.toMatchObject({
      code: 'manifest_invalid',
    });
    const inside = await readPackage(
      packageFolder({
        'real.json': String(agentPlugin()['plugin.json']),
        'plugin.json': { link: 'real.json' },
      }),
    );
    expect(inside.id).toBe('demo');
  });
});

describe('other formats are named, with what is missing', () => {
  test.each<[string, Record<string, FolderEntry>, string, RegExp]>([
    [
      'no $schema',
      { 'plugin.json': '{"name":"a"}' },
      'unknown',
      /it has no \$schema; an Agent Plugins package has/,
    ],
    [
      'another $schema',
      { 'plugin.json': `{"$schema":"${PLUGIN_SCHEMA}#","name":"a"}` },
      'unknown',
      /its \$schema is .*#/,
    ],
    [
      'draft 1.1.0',
      { 'plugin.json': `{"$schema":"${PLUGIN_SCHEMA.replace('1.0.0', '1.1.0')}","name":"a"}` },
      'Agent Plugins 1.1.0',
      /written for Agent Plugins 1\.1\.0/,
    ],
    [
      'a command plugin',
      { 'plugin.json': '{"name":"a","tools":[]}' },
      'command plugin',
      /looks like a command plugin/,
    ],
    [
      'Claude beside',
      { 'plugin.json': '{"name":"a"}', '.claude-plugin/plugin.json': '{}' },
      'a Claude Code plugin',
      /\.claude-plugin\/plugin\.json makes it look like/,
    ],
    [
      'Codex beside',
      { 'plugin.json': '{"name":"a"}', '.codex-plugin/plugin.json': '{}' },
      'a Codex plugin',
      /Codex/,
    ],
    [
      'Cursor beside',
      { 'plugin.json': '{"name":"a"}', '.cursor-plugin/plugin.json': '{}' },
      'a Cursor plugin',
      /Cursor/,
    ],
  ])('%s', async (_, files, format, sentence) => {
    const error = await readPackage(packageFolder(files)).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'package_format_unsupported',
      message: expect.stringMatching(sentence),
    });
    expect(error.details.format).toBe(format);
  });

  test.each<[string, Record<string, FolderEntry>, RegExp]>([
    ['only Claude’s', { '.claude-plugin/plugin.json': '{}' }, /Claude Code plugin/],
    ['only a power', { 'POWER.md': '# x' }, /Kiro power/],
    ['a single skill', { 'SKILL.md': agentSkill('a') }, /single skill/],
    [
      'nothing known',
      { 'readme.txt': '' },
      /no secagent-plugin\.json or plugin\.json at its root \(or in its one wrapping folder\)$/,
    ],
  ])('%s', async (_, files, sentence) => {
    await expect(readPackage(packageFolder(files))).rejects.toMatchObject({
      code: 'package_no_manifest',
      message: expect.stringMatching(sentence),
    });
  });

  it('manifests of other hosts beside and below disturb nothing (S1)', async () => {
    const files = agentPlugin(
      {},
      {
        '.claude-plugin/plugin.json': '{}',
        '.cursor-plugin/plugin.json': '{"tools":[]}',
        'POWER.md': '# x',
        'nested/plugin.json': '{',
        'skills/a/SKILL.md': agentSkill('a'),
        'skills/a/plugin.json': '{',
      },
    );
    expect((await readPackage(packageFolder(files))).components).toMatchObject([{ name: 'a', status: 'ok' }]);
    await expect(
      readPackage(packageFolder({ ...files, 'secagent-plugin.json': '{}' })),
    ).rejects.toMatchObject({
      code: 'package_two_manifests',
      message: expect.stringMatching(/secagent-plugin\.json and plugin\.json/),
    });
  });
});
