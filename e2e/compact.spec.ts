import { expect, test } from './fixtures';

test.use({ withModel: true });

test('a chat that no longer fits the model is summed up with one click and goes on', async ({
  app,
  model,
}) => {
  const send = async (text: string) => {
    await app.page.locator('#composer').fill(text);
    await app.page.locator('#composer').press('Enter');
  };
  model.script({ text: '第一个回答' });
  await send('你好');
  await expect(app.page.getByText('第一个回答')).toBeVisible();
  model.script({ status: 400, message: "This model's maximum context length is 4096 tokens" });
  await send('很长的问题');
  model.script({ text: '我们互相问了好。' }, { text: '接着回答' });
  await app.page.getByRole('button', { name: '压缩较早的内容，再问一次' }).click();
  await expect(app.page.getByText('较早的内容已压缩成摘要')).toBeVisible();
  await expect(app.page.getByText('接着回答')).toBeVisible();
  const messages = model.requests.at(-1)?.messages.map(({ content }) => content) ?? [];
  expect(messages.some((content) => content.includes('我们互相问了好。'))).toBe(true);
  expect(messages).not.toContain('你好');
});
