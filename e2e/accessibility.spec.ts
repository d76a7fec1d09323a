import { expect, pressAndClose, test, writePackage } from './fixtures';
import { violations } from './fixtures/accessibility';

for (const theme of ['light', 'dark'] as const) {
  test(`no screen has accessibility faults, contrast included (${theme})`, async ({ app, home }) => {
    const { page } = app;
    await app.call('preferences.set', { theme });
    expect(await violations(page)).toEqual([]);

    await page.locator('#composer').fill('你好');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'SecAgent' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: '停止' })).toBeHidden();
    expect(await violations(page)).toEqual([]);

    await app.dropFiles(writePackage(home, { permissions: ['agent.tools', 'network.http'] }));
    const consent = await app.consent();
    expect(await violations(consent)).toEqual([]);
    await pressAndClose(consent, 'Enter');

    for (const part of ['模型', '外观与语言', '关于']) {
      await page.getByRole('button', { name: '设置' }).click();
      await page.getByRole('tab', { name: part }).click();
      expect(await violations(page), part).toEqual([]);
    }
    const asked = app.call('models.connect', { preset: 'deepseek' });
    const connect = await app.connectView();
    expect(await violations(connect)).toEqual([]);
    await connect.getByLabel('密钥（API Key）').fill('sk-x');
    expect(await violations(connect)).toEqual([]);
    await connect.getByRole('button', { name: '换一个服务' }).click();
    expect(await violations(connect)).toEqual([]);
    await pressAndClose(connect, 'Escape');
    await asked;

    await page.getByRole('button', { name: '能力' }).click();
    await expect(page.getByRole('tab', { name: '概览' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
