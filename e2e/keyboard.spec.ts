import { expect, pressAndClose, test, writePackage } from './fixtures';

test('from an empty window to an installed, switched-on plugin without a mouse', async ({ app, home }) => {
  const { page } = app;
  await expect(page.locator('#composer')).toBeFocused();
  await app.dropFiles(writePackage(home)); // stands for the operating system's own drag
  await pressAndClose(await app.consent(), 'Enter');
  await expect(page.getByText('还没有启用')).toBeVisible();

  await page.getByRole('button', { name: '能力' }).focus();
  await page.keyboard.press('Enter');
  const toggle = page.getByRole('switch', { name: '启用 示例插件' }).first();
  await expect(toggle).toBeVisible();
  await toggle.focus();
  await page.keyboard.press('Space');
  const consent = await app.consent();
  await expect(consent.getByRole('button', { name: '取消' })).toBeFocused(); // Enter never grants
  await consent.keyboard.press('Tab');
  await pressAndClose(consent, 'Enter');
  await expect(toggle).toBeChecked();

  await page.getByRole('tab', { name: '概览' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '工具与技能' })).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Control+n');
  await expect(page.locator('#composer')).toBeFocused();
});

test('every control of the window has a name and can be reached with Tab', async ({ app }) => {
  const { page } = app;
  await page.locator('#composer').focus();
  const seen = new Set<string>();
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab');
    seen.add(
      await page.evaluate(() => {
        const active = document.activeElement;
        return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
      }),
    );
  }
  for (const name of ['新对话', '搜索对话', '能力', '设置']) expect([...seen]).toContain(name);
  expect([...seen]).not.toContain('');
});

test('messages: Enter sends, Shift+Enter adds a line, an input method keeps its Enter', async ({ app }) => {
  const { page } = app;
  const composer = page.locator('#composer');
  await composer.pressSequentially('第一行');
  await composer.press('Shift+Enter');
  await composer.pressSequentially('第二行');
  await expect(composer).toHaveValue('第一行\n第二行');
  await composer.evaluate((field) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
    ),
  );
  await expect(composer).toHaveValue('第一行\n第二行');
  await composer.press('Enter');
  await expect(composer).toHaveValue('');
  await expect(page.getByRole('article', { name: '你' })).toHaveText('第一行\n第二行');
  // The chat is in the side bar, where F2 renames it.
  const item = page
    .getByRole('navigation')
    .getByRole('button', { name: /^第一行/ })
    .first();
  await expect(item).toBeVisible();
  await item.focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('积分讨论');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('navigation').getByRole('button', { name: '积分讨论', exact: true }),
  ).toBeVisible();

  // So does its menu.
  const navigation = page.getByRole('navigation');
  await navigation.getByRole('button', { name: '积分讨论', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '重命名' }).press('Enter');
  await expect(page.getByRole('textbox', { name: '对话的新名称' })).toBeFocused();
  await page.keyboard.type('三年级积分');
  await page.keyboard.press('Enter');
  await expect(navigation.getByRole('button', { name: '三年级积分', exact: true })).toBeVisible();
});
