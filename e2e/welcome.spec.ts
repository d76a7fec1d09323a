import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { clickAndClose, expect, launch, type SecAgent, test } from './fixtures';

test.use({ fresh: true });

test('a new person gets from the first start to a tool at work with the demo model', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('radio', { name: '简体中文' })).toBeChecked();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: '继续' }).click();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: '先用演示模型' }).click();
  // Nothing is installed: what is suggested works all the same, and an example is offered.
  await expect(page.getByRole('button', { name: '你会做什么？' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await installOffered(app);
  await page.getByRole('button', { name: '全班积分怎么样？' }).click();
  await expect(page.getByText('points__list_points').first()).toBeVisible();
  await expect(page.getByText('工具已返回结果', { exact: false })).toBeVisible();
  expect(app.pageErrors).toEqual([]);

  // It is over for good, and can be seen again.
  expect(await app.call('preferences.get')).toMatchObject({ ok: true, value: { welcomed: true } });
  await page.getByRole('button', { name: '设置' }).click();
  await page.getByRole('tab', { name: '关于' }).click();
  await page.getByRole('button', { name: '再看一次欢迎页' }).click();
  await expect(page.getByRole('heading', { name: '欢迎使用 SecAgent' })).toBeFocused();
});

test('a new person gets there with a key of their own, by keyboard, in English', async ({ home, model }) => {
  const app = await launch({ home });
  const { page } = app;
  await page.getByRole('radio', { name: '简体中文' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Welcome to SecAgent' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('button', { name: /Another service/ }).press('Enter');
  const view = await app.connectView();
  await expect(view.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await view.keyboard.type(model.url);
  await view.getByLabel('Key (API key)').fill('sk-school-key');
  await view.getByRole('textbox', { name: 'Models' }).fill('scripted');
  await view.keyboard.press('Enter');
  expect(await faults(view)).toEqual([]);
  await clickAndClose(view, view.getByRole('button', { name: 'Save' }));

  await expect(page.getByRole('heading', { name: 'Try it' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Explain photosynthesis/ })).toBeVisible();
  await installOffered(app);
  model.script(
    { toolCalls: [{ name: 'points__list_points', arguments: {} }] },
    { text: ['Nobody has points yet.'] },
  );
  const suggestion = page.getByRole('button', { name: 'list the points of the class' });
  await expect(suggestion).toBeEnabled();
  await suggestion.press('Enter');
  await expect(page.getByText('Nobody has points yet.')).toBeVisible();
  await expect(page.getByText('points__list_points').first()).toBeVisible();
  await app.close();
});

test('skipped once, it is not shown again', async ({ home }) => {
  const first = await launch({ home });
  await first.page.getByRole('button', { name: '跳过' }).click();
  await expect(first.page.locator('#composer')).toBeFocused();
  await first.close();
  const second = await launch({ home });
  await expect(second.page.locator('#composer')).toBeVisible();
  await expect(second.page.locator('#welcome')).toBeHidden();
  await second.close();
});

test('only packages that came with the app can be opened by name', async ({ app }) => {
  expect(await app.call('packages.bundled')).toEqual({ ok: true, value: ['points'] });
  for (const id of ['library', 'points-1.0.0.zip', '..']) {
    expect(await app.call('packages.openBundled', { id }), id).toMatchObject({ ok: false });
  }
  expect(app.electron.windows()).toHaveLength(1);
});

/** The example, through the consent view like any other package. */
async function installOffered(app: SecAgent): Promise<void> {
  await app.page.getByRole('button', { name: /查看权限并安装|Review permissions and install/ }).click();
  const consent = await app.consent();
  await clickAndClose(consent, consent.getByRole('button', { name: /安装并启用|Install and enable/ }));
}

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
