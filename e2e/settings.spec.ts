import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { startProxyServer } from '../fixtures/proxy-server';
import { expect, launch, test, writePackage } from './fixtures';
import { answerDialogs, openSettings, say } from './fixtures/settings';

test('workspace: chosen in a dialog, kept by the chat, offered again, also when it is gone (S28)', async ({
  app,
  home,
}) => {
  const { page } = app;
  const chip = (name: string) => page.getByRole('button', { name: `工作文件夹：${name}` });
  const [maths = '', physics = ''] = ['数学 三年级', '物理'].map((name) => join(home, name));
  for (const folder of [maths, physics]) mkdirSync(folder);
  await expect(chip('工作 区')).toBeVisible();
  expect(existsSync(join(home, '工作 区'))).toBe(false); // made on first need

  await answerDialogs(app, maths);
  await chip('工作 区').click();
  await page.getByRole('menuitem', { name: '选择其他文件夹…' }).click();
  await expect(chip('数学 三年级')).toBeVisible();
  await say(page, '你好');
  await answerDialogs(app, physics);
  await page.getByRole('button', { name: '新对话' }).first().click();
  await chip('数学 三年级').click();
  await page.getByRole('menuitem', { name: '选择其他文件夹…' }).click();
  await expect(chip('物理')).toBeVisible();

  // The chat keeps its own.
  await page.getByRole('button', { name: '你好' }).first().click();
  await expect(chip('数学 三年级')).toBeVisible();
  rmSync(maths, { recursive: true });
  await page.getByRole('button', { name: '新对话' }).first().click();
  await chip('物理').click();
  await expect(page.getByRole('menuitemradio', { name: /数学 三年级.*找不到/ })).toBeVisible();
  await page.getByRole('menuitemradio', { name: /工作 区/ }).click();
  await expect(chip('工作 区')).toBeVisible();

  // Nobody but the dialog brings a new folder in.
  expect(await app.call('workspace.use', { sessionId: null, path: '/etc' })).toMatchObject({
    ok: false,
    error: { code: 'forbidden' },
  });
  expect(await app.call('workspace.add', { sessionId: null, path: '/etc' })).toMatchObject({
    error: { code: 'forbidden' },
  });

  const shown = await app.electron.evaluate(({ shell }) => {
    const paths: string[] = [];
    (globalThis as { shownFolders?: string[] }).shownFolders = paths;
    shell.showItemInFolder = (path) => void paths.push(path);
    return paths;
  });
  expect(shown).toEqual([]);
  await openSettings(page, '工作文件夹');
  await expect(page.getByRole('listitem').filter({ hasText: '数学 三年级' })).toContainText('找不到');
  await page.getByRole('button', { name: '从列表中去掉 数学 三年级' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '数学 三年级' })).toBeHidden();
  await page.getByRole('button', { name: '在文件管理器中显示' }).click();
  await expect.poll(() => existsSync(join(home, '工作 区'))).toBe(true);
});

test('network: a proxy is saved, tested and used, for models (X5)', async ({ home, model }) => {
  const proxy = await startProxyServer();
  const { port, pathname } = new URL(model.url);
  const host = `models.school.test:${port}`;
  const app = await launch({
    home,
    env: {
      SECAGENT_BASE_URL: `http://${host}${pathname}`,
      SECAGENT_API_KEY: 'k',
      SECAGENT_MODEL: 'scripted',
    },
  });
  const { page } = app;
  await openSettings(page, '网络');
  await page.getByRole('radio', { name: '手动' }).click();
  const address = page.getByLabel('代理地址');
  await address.fill('http://user:password@proxy:1');
  await page.getByRole('button', { name: '保存代理' }).click();
  await expect(page.getByText('请填写完整的地址')).toBeVisible();
  await address.fill('127.0.0.1:2');
  await page.getByRole('button', { name: '保存代理' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await page.getByRole('button', { name: '测试网络' }).click();
  await expect(page.getByRole('alert')).toContainText('代理服务器没有应答');

  await address.fill(proxy.url);
  await page.getByRole('button', { name: '保存代理' }).click();
  await page.getByRole('button', { name: '测试网络' }).click();
  await expect(page.getByRole('status').filter({ hasText: '连上了' })).toContainText(`经过代理 ${proxy.url}`);
  expect(JSON.parse(readFileSync(join(home, 'config', 'settings.json'), 'utf8')).network.proxy).toEqual({
    mode: 'manual',
    url: proxy.url,
    bypass: [],
  });
  model.script({ text: ['通过了'] });
  await page.getByRole('button', { name: '新对话' }).first().click();
  await say(page, '你好');
  await expect(page.getByText('通过了')).toBeVisible();
  expect(proxy.seen.every((line) => line.includes(host))).toBe(true);
  await app.close();
  await proxy.close();
});

test('what the administrator set is shown as locked, and can’t be set (M20)', async ({ home }) => {
  const folder = join(home, 'etc');
  mkdirSync(folder, { mode: 0o755 });
  const file = join(folder, 'settings.json');
  const managed = {
    preferences: { theme: 'dark' },
    network: { proxy: { mode: 'none' } },
    plugins: { allowed: [] },
  };
  writeFileSync(file, JSON.stringify(managed), { mode: 0o644 });
  const app = await launch({ home, args: [`--managed=${file}`] });
  const { page } = app;
  await openSettings(page, '网络');
  await expect(page.getByText('由管理员设置')).toBeVisible();
  await expect(page.getByRole('radio', { name: '不用代理' })).toBeChecked();
  await expect(page.getByRole('radio', { name: '跟随系统' })).toBeDisabled();
  await page.getByRole('tab', { name: '外观与语言' }).click();
  await expect(page.getByText('由管理员设置')).toHaveCount(1);
  await expect(page.getByRole('radio', { name: '浅色' })).toBeDisabled();
  const managedError = { ok: false, error: { code: 'managed' } };
  expect(await app.call('preferences.set', { theme: 'light' })).toMatchObject(managedError);
  expect(
    await app.call('network.set', { proxy: { mode: 'manual', url: 'http://p:1', bypass: [] } }),
  ).toMatchObject(managedError);
  await page.getByRole('tab', { name: '关于' }).click();
  await expect(page.getByText('这台电脑由管理员管理')).toBeVisible();
  await app.dropFiles(writePackage(home));
  await expect(page.getByText('这一项由管理员统一设置')).toBeVisible();
  await app.close();
});

for (const theme of ['light', 'dark'] as const) {
  test(`no section of the settings has accessibility faults (${theme})`, async ({ app, home }) => {
    const { page } = app;
    const faults = async () => {
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    };
    await app.call('preferences.set', { theme });
    await answerDialogs(app, join(home, 'b.zip'));
    await openSettings(page, '工作文件夹');
    for (const section of ['工作文件夹', '网络', '隐私', '数据']) {
      await page.getByRole('tab', { name: section }).click();
      if (section === '网络') await page.getByRole('radio', { name: '手动' }).click();
      expect([section, await faults()]).toEqual([section, []]);
    }
    await page.getByRole('button', { name: '保存备份…' }).click();
    await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible();
    await page.getByRole('button', { name: '从备份恢复…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: '查看诊断信息…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    expect(app.pageErrors).toEqual([]);
  });
}
