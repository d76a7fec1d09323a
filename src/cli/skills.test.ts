import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandOptions, runCommand, runJson } from '../../fixtures/command-line';
import { agentPlugin, agentSkill, type FolderEntry, packageFolder } from '../../fixtures/package-folder';
import { runOnTerminal } from '../../fixtures/pseudo-terminal';
import { temporaryFolder } from '../../fixtures/temporary';
import { buildZip } from '../../fixtures/zip';

const program = { type: 'stdio', command: 'node', args: ['./server.mjs', 'two words'] };
const good = agentPlugin(
  { name: 'kit', version: '2.0.0' },
  { 'skills/essays/SKILL.md': agentSkill('essays', 'Grades essays', 'Say two good things first.') },
  { grades: program },
);
const bad = agentPlugin(
  { name: 'kit' },
  { 'skills/wrong/SKILL.md': agentSkill('other') },
  { grades: program },
);

function zipOf(files: Record<string, FolderEntry>): string {
  const path = join(temporaryFolder(), 'kit.zip');
  writeFileSync(path, buildZip(Object.entries(files).map(([name, data]) => ({ name, data: String(data) }))));
  return path;
}

/** A workspace with a good and a broken skill, and the package switched on. */
async function withSkills(): Promise<CommandOptions & { workspace: string }> {
  const options = { home: temporaryFolder() };
  const workspace = packageFolder({
    '.agent/skills/notes/SKILL.md': agentSkill('notes', 'Keeps notes', 'One line each.'),
    '.claude/skills/broken/SKILL.md': '---\nname: [broken\n---\n\nStill here.\n',
  });
  await runJson(['plugins', 'install', zipOf(good), '--enable', '--yes'], options);
  return { ...options, workspace };
}

describe('secagent skills (H1, H3, S6)', () => {
  it('lists those of folder and packages with what is wrong, and shows one', async () => {
    const { workspace, ...options } = await withSkills();
    const at = (...args: string[]) => ['skills', ...args, '--workspace', workspace];
    const { value } = await runJson(at('list'), options);
    expect(value.skills).toMatchObject([
      { name: 'notes', source: 'workspace', description: 'Keeps notes', status: 'ok', reasons: [] },
      { name: 'broken', source: 'workspace', status: 'skipped', reasons: [{ code: 'skill_unreadable' }] },
      { name: 'kit/essays', source: 'package', status: 'ok', path: expect.stringContaining('SKILL.md') },
    ]);
    expect((await runJson(at('reload'), options)).value.skills).toHaveLength(3);
    expect((await runCommand(at('show', 'kit/essays', '--lang', 'en'), options)).stdout).toBe(
      'Say two good things first.\n',
    );
    expect((await runJson(at('show', 'notes'), options)).value.skills).toMatchObject([
      { name: 'notes', body: expect.stringContaining('One line each.'), files: ['SKILL.md'] },
    ]);
    expect(await runJson(at('show', 'nothing'), options)).toMatchObject({
      code: 1,
      value: { ok: false, error: { code: 'skill_unknown' } },
    });
    const { stdout } = await runCommand(at('list', '--lang', 'zh'), options);
    expect(stdout).toContain('broken  文件夹  没有加载');
    expect(stdout).toMatch(/cannot be read.*\(SKILL\.md\)/);
  });

  it('a run says on stderr what there is, and /skill and /skills reload work in a chat', async () => {
    const { workspace, ...options } = await withSkills();
    const run = await runCommand(['run', 'hello', '--workspace', workspace, '--lang', 'en'], options);
    expect(run.stderr).toContain('2 skills · 1 plugin');
    const chat = await runCommand(['chat', '--workspace', workspace, '--lang', 'en'], {
      ...options,
      input: '/skill notes write this down\n/skills reload\n/skill nothing\n',
    });
    expect(chat.stderr).toContain('· skill notes loaded, because you asked for it');
    expect(chat.stderr).toContain("· skills that can be used: 2, that can't be read: 1");
    expect(chat.stderr).toContain('· skill nothing was not loaded');
    expect(chat).toMatchObject({ code: 0, stdout: expect.stringContaining('demo model') });
  });

  it('without any says where they go', async () => {
    const { stderr } = await runCommand(['skills', 'list', '--lang', 'zh'], { home: temporaryFolder() });
    expect(stderr).toContain('.agent/skills');
  });
});

describe('secagent plugins with an Agent Plugins package (M2, M14)', () => {
  it('validate reports every part, and exits 0 only when none would be skipped', async () => {
    const options = { home: temporaryFolder() };
    const report = {
      format: 'agent-plugins',
      manifest: { id: 'kit' },
      permissions: [],
      components: {
        mcpServers: [{ name: 'grades', status: 'ok', reasons: [], transport: { command: 'node' } }],
      },
      diagnostics: [],
    };
    expect(await runJson(['plugins', 'validate', packageFolder(good)], options)).toMatchObject({
      code: 0,
      value: { ok: true, ...report, components: { skills: [{ name: 'essays', status: 'ok', reasons: [] }] } },
    });
    expect(await runJson(['plugins', 'validate', zipOf(bad)], options)).toMatchObject({
      code: 1,
      value: {
        ok: false,
        error: { code: 'check_failed', details: { skipped: ['wrong'] } },
        ...report,
        components: {
          skills: [
            {
              name: 'wrong',
              status: 'skipped',
              reasons: [
                { code: 'skill_name_mismatch', message: expect.any(String), clause: 'Agent Skills: name' },
              ],
            },
          ],
        },
      },
    });
    const text = await runCommand(['plugins', 'validate', packageFolder(bad), '--lang', 'en'], options);
    expect(text.code).toBe(1);
    expect(text.stdout).toContain('1 part would be skipped');
    expect(text.stdout).toContain('✗ skill wrong');
    expect(text.stdout).toContain('(Agent Skills: name)');
    expect(text.stdout).toContain('✓ MCP server grades\n      node ./server.mjs "two words"');
  });

  it('show lists the parts', async () => {
    const options = { home: temporaryFolder() };
    await runJson(['plugins', 'install', zipOf(bad), '--enable', '--yes'], options);
    const { stdout } = await runCommand(['plugins', 'show', 'kit', '--lang', 'zh'], options);
    expect(stdout).toContain('kit (kit) – 已启用');
    expect(stdout).toContain('✗ 技能 wrong');
    expect(stdout).toContain('node ./server.mjs "two words"');
  });

  it.runIf(process.platform === 'linux')('consent names skills and the exact command', async () => {
    const { code, screen } = await runOnTerminal(['plugins', 'install', zipOf(good)], temporaryFolder(), [
      '\r',
    ]);
    expect(code).toBe(0);
    expect(screen).toMatch(
      /outside the sandbox[\s\S]*node \.\/server\.mjs "two words"[\s\S]*essays: Grades essays/,
    );
  });
});
