import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, pressAndClose, test, writePackage } from './fixtures';

test('dragging a file over the window says what will happen', async ({ app, home }) => {
  await app.dragOver(writePackage(home));
  await expect(app.page.getByTestId('drop-overlay')).toContainText('松开以检查并安装这个插件');
});

test('consent: Enter takes the careful answer, and the plugin stays off', async ({ app, home }) => {
  await app.dropFiles(writePackage(home, { permissions: ['agent.tools', 'network.http'] }));
  const consent = await app.consent();
  await expect(consent.getByText('示例插件')).toBeVisible();
  await expect(consent.getByText('访问任何网站和本机上的程序')).toBeVisible();
  await expect(consent.getByRole('button', { name: '安装', exact: true })).toBeFocused();
  await pressAndClose(consent, 'Enter');
  await expect(app.page.getByText('已安装 示例插件 1.0.0，还没有启用')).toBeVisible();
  expect(await app.call('plugins.list')).toMatchObject({
    ok: true,
    value: [{ id: 'sample', enabled: false }],
  });
});

for (const way of ['Escape', 'closing the window'] as const) {
  test(`consent: ${way} cancels, nothing is installed`, async ({ app, home }) => {
    await app.dropFiles(writePackage(home));
    const consent = await app.consent();
    if (way === 'Escape') await pressAndClose(consent, 'Escape');
    else await consent.close();
    await expect(app.page.getByText('正在检查')).toBeHidden();
    expect(await app.call('plugins.list')).toEqual({ ok: true, value: [] });
  });
}

test('consent: keys and clicks of the first moment are ignored', async ({ app, home }) => {
  // The guard starts over each time the view comes to the front.
  await app.dropFiles(writePackage(home));
  const consent = await app.consent();
  await consent.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    for (const button of document.querySelectorAll('footer button')) {
      if (button.textContent !== '取消') (button as HTMLButtonElement).click();
    }
  });
  expect(await app.call('plugins.list')).toEqual({ ok: true, value: [] });
  const install = consent.getByRole('button', { name: '安装', exact: true });
  await expect(install).toHaveAttribute('aria-disabled', 'true');
  await expect(install).toHaveAttribute('aria-disabled', 'false');
  await pressAndClose(consent, 'Escape');
});

test('the consent view reaches its own three functions and nothing else', async ({ app, home }) => {
  await app.dropFiles(writePackage(home));
  const consent = await app.consent();
  const surface = await consent.evaluate(() => ({
    bridge: Object.keys(window.secagentConsent).sort(),
    foreign: ['require', 'process', 'secagent'].filter((name) => name in window),
  }));
  expect(surface).toEqual({ bridge: ['current', 'decide', 'present'], foreign: [] });
  await pressAndClose(consent, 'Escape');
});

test('a folder, a text file and a package at once: each has its own answer, in turn', async ({
  app,
  home,
}) => {
  const folder = join(home, '文件 夹');
  const text = join(home, '说明.txt');
  mkdirSync(folder);
  writeFileSync(text, '你好');
  await app.dropFiles(folder, text, writePackage(home));
  const consent = await app.consent();
  const refusals = app.page.getByRole('alert');
  await expect(refusals.filter({ hasText: '没有安装 文件 夹' })).toBeVisible();
  await expect(refusals.filter({ hasText: '没有安装 说明.txt' })).toContainText('这不是插件包');
  await pressAndClose(consent, 'Escape');
  // Refusals stay until they are dismissed.
  await refusals.filter({ hasText: '说明.txt' }).getByRole('button', { name: '关闭' }).click();
  await expect(refusals.filter({ hasText: '说明.txt' })).toBeHidden();
  await expect(refusals.filter({ hasText: '文件 夹' })).toBeVisible();
});

test('the same package twice at once is asked about twice, one after the other', async ({ app, home }) => {
  const file = writePackage(home);
  await app.dropFiles(file, file);
  await pressAndClose(await app.consent(), 'Enter');
  await pressAndClose(await app.consent(), 'Enter');
  expect(await app.call('plugins.list')).toMatchObject({
    ok: true,
    value: [{ id: 'sample', enabled: false }],
  });
});
