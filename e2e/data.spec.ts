import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clickAndClose, expect, test, writePackage } from './fixtures';
import { answerDialogs, openSettings, say } from './fixtures/settings';

test('backup → change → restore with preview (X6)', async ({ app, home }) => {
  const { page } = app;
  const file = join(home, '备份.zip');
  await say(page, '备份之前');
  await app.dropFiles(writePackage(home, { name: '积分' }));
  const consent = await app.consent();
  await clickAndClose(consent, consent.getByRole('button', { name: '安装并启用' }));
  await answerDialogs(app, file, 0);
  await openSettings(page, '数据');
  await page.getByRole('button', { name: '保存备份…' }).click();
  await expect(page.getByRole('status').filter({ hasText: '已保存' })).toContainText('备份.zip');

  await page.getByRole('button', { name: '新对话' }).first().click();
  await say(page, '备份之后');
  await app.call('preferences.set', { theme: 'dark' });
  await openSettings(page, '数据');
  await page.getByRole('button', { name: '从备份恢复…' }).click();
  const preview = page.getByRole('dialog', { name: '这份备份里有' });
  await expect(preview).toContainText('积分 1.0.0');
  await expect(preview).toContainText('1 个');
  await expect(preview).toContainText('0.1.0');

  // The last question is the shell's; answered with no, nothing happens.
  await preview.getByRole('button', { name: '恢复…' }).click();
  await expect(preview.getByRole('button', { name: '恢复…' })).toBeEnabled();
  expect(await app.call('sessions.list')).toMatchObject({
    value: [{ title: '备份之后' }, { title: '备份之前' }],
  });

  await answerDialogs(app, file, 1);
  const before = app.engine().pid;
  await preview.getByRole('button', { name: '恢复…' }).click();
  await expect(page.getByRole('status').filter({ hasText: '已恢复' })).toBeVisible();
  await expect
    .poll(async () => (await app.call('sessions.list')) as unknown)
    .toMatchObject({
      ok: true,
      value: [{ title: '备份之前' }],
    });
  expect(app.engine().pid).not.toBe(before);
  expect(await app.call('preferences.get')).toMatchObject({ value: { theme: 'system' } });
  await expect(page.getByRole('button', { name: '备份之后' })).toBeHidden();
  // Nothing of it runs before somebody agrees again.
  expect(await app.call('plugins.list')).toMatchObject({ value: [{ id: 'sample', state: 'needs-consent' }] });
  expect(existsSync(join(home, 'data', 'backups'))).toBe(true);
});

test('a file that is no backup is refused in words, and nothing changes', async ({ app, home }) => {
  await answerDialogs(app, writePackage(home));
  await openSettings(app.page, '数据');
  await app.page.getByRole('button', { name: '从备份恢复…' }).click();
  await expect(app.page.getByRole('alert')).toContainText('不是可用的 SecAgent 备份');
});

test.describe('with a key in the environment', () => {
  test.use({ withModel: true });

  test('the diagnostics file is read first, and holds no key or message (X6)', async ({
    app,
    home,
    model,
  }) => {
    const { page } = app;
    const file = join(home, '诊断.txt');
    model.script({ text: ['一个回答'] });
    await say(page, '一个秘密的问题');
    await answerDialogs(app, file);
    await openSettings(page, '数据');
    await page.getByRole('button', { name: '查看诊断信息…' }).click();
    const dialog = page.getByRole('dialog', { name: '诊断文件的全部内容' });
    const shown = await dialog.locator('pre').textContent();
    await dialog.getByRole('button', { name: '保存…' }).click();
    await expect(page.getByRole('status').filter({ hasText: '诊断.txt' })).toBeVisible();
    const text = readFileSync(file, 'utf8');
    expect(text.trim()).toBe(shown?.trim());
    expect(text).toContain('SecAgent 0.1.0');
    for (const secret of ['test-key', '秘密的问题', '一个回答']) expect(text).not.toContain(secret);
  });
});
