import { expect, type SecAgent, test } from './fixtures';

test.use({ withModel: true });

test('a deleted chat can be taken back, with its messages', async ({ app, model }) => {
  const { page } = app;
  model.script({ text: ['好的'] });
  await ask(app, '准备家长会');
  await expect(page.getByText('好的')).toBeVisible();
  const item = page.getByRole('navigation').getByRole('button', { name: '准备家长会', exact: true });
  await item.focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('已删除“准备家长会”')).toBeVisible();
  await expect(item).toBeHidden();
  const found = await app.call('sessions.list', { query: '家长' });
  expect(found).toEqual({ ok: true, value: [] });

  await page.getByRole('button', { name: '撤销' }).click();
  await expect(item).toBeVisible();
  await expect(page.getByText('好的')).toBeVisible();
});

test('the title model names a chat after its first answer; a name of one’s own stays', async ({
  app,
  model,
}) => {
  const { page } = app;
  expect(await app.call('models.setTitleModel', { model: 'openai-compatible:scripted' })).toMatchObject({
    ok: true,
  });
  const navigation = page.getByRole('navigation');
  model.script({ text: ['光合作用是……'] }, { text: ['“光合作用讲解”。'] });
  await ask(app, '用三句话解释光合作用');
  await expect(navigation.getByRole('button', { name: '光合作用讲解', exact: true })).toBeVisible();

  // A title that can't be had leaves the first line.
  await page.keyboard.press('Control+n');
  model.script({ text: ['第二个回答'] }, { status: 401, message: 'no' });
  await ask(app, '第二个问题');
  await expect(page.getByText('第二个回答')).toBeVisible();
  await expect.poll(() => model.requests.length).toBe(4);
  await expect(navigation.getByRole('button', { name: '第二个问题', exact: true })).toBeVisible();
});

async function ask(app: SecAgent, text: string): Promise<void> {
  await app.page.locator('#composer').fill(text);
  await app.page.locator('#composer').press('Enter');
}
