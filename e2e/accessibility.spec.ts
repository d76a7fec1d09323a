import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, pressAndClose, test, writePackage } from './fixtures';

async function violations(page: Page): Promise<string[]> {
  // Legacy mode: the other one opens a blank page of its own, which Electron has not.
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

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

    await page.getByRole('button', { name: '能力' }).click();
    await expect(page.getByRole('tab', { name: '概览' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
