import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { agentSkill } from '../fixtures/package-folder';
import { clickAndClose, expect, pressAndClose, type SecAgent, test } from './fixtures';
import { violations } from './fixtures/accessibility';
import { writeAgentPlugin, writeSkill } from './fixtures/agent-plugins';

test.use({ withModel: true });

test('an Agent Plugins package: what it holds is asked about, its skills are listed, switched and used', async ({
  app,
  home,
  model,
}) => {
  const { page } = app;
  await app.dropFiles(writeAgentPlugin(home));
  const consent = await app.consent();
  const contents = consent.getByRole('region', { name: '包里有什么' });
  const programs = contents.getByRole('region', { name: '会以你的身份在这台电脑上运行的程序' });
  await expect(programs.locator('code')).toHaveText([
    'node',
    './server.mjs',
    '--class',
    '三 班',
    'GRADES_DB=./grades.db',
  ]);
  await expect(contents.getByText('https://books.school.example/mcp')).toBeVisible();
  await expect(contents.getByRole('region', { name: '2 个技能' })).toContainText('批改学生作文，先说优点');
  const skipped = contents.getByRole('region', { name: '有问题、不会使用的部分' });
  await expect(skipped).toContainText('must be that of its folder, "wrong"');
  await expect(skipped).toContainText('arguments belong in args');
  expect(await violations(consent)).toEqual([]);
  await clickAndEnable(consent);
  await expect(page.getByText('school-kit 1.2.0 已启用')).toBeVisible();
  expect(app.processes().some(({ command }) => command.includes('server.mjs'))).toBe(false);

  await page.getByRole('button', { name: '能力' }).click();
  const plugin = page.getByRole('region', { name: 'school-kit' });
  await expect(plugin.getByText('Agent Plugins 1.0.0：没有代码在 SecAgent 里运行')).toBeVisible();
  await expect(plugin.getByRole('tab')).toHaveText(['概览', '技能与服务器']);
  await expect(plugin.getByText('CPU 时间')).toHaveCount(0);
  await plugin.getByRole('tab', { name: '技能与服务器' }).click();
  await expect(plugin.getByRole('region', { name: 'MCP 服务器' })).toContainText('./server.mjs');
  await expect(plugin.getByText('Agent Skills: name')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await plugin.getByRole('button', { name: '打开技能' }).click();
  const packages = page.getByRole('region', { name: '插件包' });
  await expect(packages.getByRole('switch')).toHaveCount(2); // the skipped one has none
  await packages.getByRole('button', { name: /essays/ }).click();
  await expect(
    page.getByRole('region', { name: 'school-kit/essays' }).getByRole('cell', { name: '立意' }),
  ).toBeVisible();
  await expect(page.getByText('refs/rubric.md')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const lessons = packages.getByRole('switch', { name: '使用技能 school-kit/lessons' });
  await lessons.click();
  await expect(lessons).not.toBeChecked();
  await expect(packages.getByText('已关闭')).toBeVisible();

  model.script({ text: ['批改好了'] });
  await send(page, '/skill essays 请看这篇作文');
  await expect(page.getByText('批改好了')).toBeVisible();
  const card = page.getByRole('button', { name: /已加载技能 school-kit\/essays/ });
  await expect(card).toContainText('按你的要求');
  const asked = JSON.stringify(model.requests.at(-1)?.messages);
  expect(asked).toContain('先说**两个优点**');
  expect(asked).toContain('请看这篇作文');
  expect(asked).toContain('- school-kit/essays:'); // in the index
  expect(asked).not.toContain('school-kit/lessons'); // it is off
  expect(app.pageErrors).toEqual([]);
});

test('a folder’s skills: the broken one says why, and is usable once somebody wants it', async ({
  app,
  home,
  model,
}) => {
  const { page } = app;
  await openSkills(page);
  await expect(page.getByText('还没有技能')).toBeVisible();
  await expect(page.getByText('.claude/skills', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const workspace = join(home, '工作 区');
  writeSkill(workspace, 'notes', agentSkill('notes', '记录课堂'));
  writeSkill(workspace, 'broken', '---\nname: [broken\n---\n\n还能用的内容\n');
  await page.getByRole('button', { name: '重新读取' }).click();
  const folder = page.getByRole('region', { name: '这个文件夹' });
  await expect(folder.getByRole('listitem')).toHaveCount(2);

  await folder.getByRole('button', { name: /broken/ }).click();
  const detail = page.getByRole('region', { name: 'broken' });
  await expect(detail.getByRole('region', { name: '检查结果' })).toContainText('cannot be read');
  await expect(folder.getByRole('switch', { name: '使用技能 broken' })).toHaveCount(0);
  await detail.getByRole('switch', { name: '仍然加载' }).click();
  await expect(detail.getByRole('switch', { name: '仍然加载' })).toBeChecked();
  await expect(folder.getByRole('switch', { name: '使用技能 broken' })).toBeChecked();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('searchbox', { name: '搜索技能' }).fill('课堂');
  await expect(folder.getByRole('listitem')).toHaveCount(1);

  model.script({ text: ['看到了'] });
  await send(page, '/skill broken 用它');
  await expect(page.getByText('看到了')).toBeVisible();
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('还能用的内容');
  await openSkills(page);
  await expect(folder.getByRole('listitem')).toHaveCount(1); // of the open chat's folder, and still searched
});

test('a skill that changes on disk while it is shown is read again', async ({ app, home }) => {
  const { page } = app;
  const workspace = join(home, '工作 区');
  writeSkill(workspace, 'notes', agentSkill('notes', '记录课堂', '第一版'));
  await openSkills(page);
  await expect(page.getByText('第一版')).toBeVisible();
  writeSkill(workspace, 'notes', agentSkill('notes', '记录课堂', '第二版'));
  await expect(page.getByText('第二版')).toBeVisible();
});

test.describe('in English', () => {
  test.use({ start: { lang: 'en-US' } });

  test('the package is asked about, and a skipped skill is loaded anyway by keyboard', async ({
    app,
    home,
  }) => {
    const { page } = app;
    await app.dropFiles(writeAgentPlugin(home));
    const consent = await app.consent();
    await expect(
      consent.getByRole('region', {
        name: 'Programs that would run on this computer as you, outside the sandbox',
      }),
    ).toContainText('./server.mjs');
    const enable = consent.getByRole('button', { name: 'Install and enable' });
    await expect(enable).toHaveAttribute('aria-disabled', 'true');
    await expect(consent.getByText('Look at everything listed above')).toBeVisible();
    await pressAndClose(consent, 'Enter');
    await expect(page.getByText('school-kit 1.2.0 is installed, but not turned on yet')).toBeVisible();

    await page.getByRole('button', { name: 'Capabilities' }).click();
    const opened = app.electron.waitForEvent('window');
    await page.getByRole('switch', { name: 'Turn on school-kit' }).first().click();
    const question = await opened;
    await expect(question.getByText('https://books.school.example/mcp')).toBeVisible();
    const turnOn = question.getByRole('button', { name: 'Turn on' });
    await question.getByText('No code of this package runs in SecAgent').scrollIntoViewIfNeeded();
    await expect(turnOn).toHaveAttribute('aria-disabled', 'false');
    await clickAndClose(question, turnOn);

    await page.getByRole('tab', { name: 'Plugins', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: /wrong/ }).focus();
    await page.keyboard.press('Enter');
    const anyway = page.getByRole('switch', { name: 'Load anyway' });
    await anyway.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('switch', { name: 'Use the skill school-kit/wrong' }).first()).toBeChecked();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'New chat' }).click();
    await expect(page.getByText('3 skills · 1 plugin', { exact: true })).toBeVisible();
  });
});

async function openSkills(page: Page): Promise<void> {
  await page.getByRole('button', { name: '能力' }).click();
  await page.getByRole('tab', { name: '技能', exact: true }).click();
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: '新对话' }).first().click();
  await page.locator('#composer').fill(text);
  await page.locator('#composer').press('Enter');
}

/** Reads to the end first, as the view wants it. */
async function clickAndEnable(consent: Awaited<ReturnType<SecAgent['consent']>>): Promise<void> {
  const enable = consent.getByRole('button', { name: '安装并启用' });
  await expect(enable).toHaveAttribute('aria-disabled', 'true');
  await consent.getByText('包里没有代码在 SecAgent 里运行').scrollIntoViewIfNeeded();
  await expect(enable).toHaveAttribute('aria-disabled', 'false');
  await clickAndClose(consent, enable);
}
