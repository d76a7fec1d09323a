import { expect, test } from '../fixtures';

test.use({ withModel: true });

const hostile = [
  '<script>window.pwned = 1</script><img src="x" onerror="window.pwned = 2"><b onclick="window.pwned = 3">粗体</b>',
  '<iframe src="https://example.org"></iframe><style>body { display: none }</style>',
  '[脚本](javascript:window.pwned=4) [文件](file:///etc/passwd) [数据](data:text/html,x) [明文](http://example.org/)',
  '![跟踪](https://tracker.example/pixel.png) ![本地](file:///etc/passwd)',
  '[好链接](https://example.org/课堂?x=1)',
].join('\n\n');

test('what a model writes stays text; links open only as parsed https', async ({ app, model }) => {
  const { page } = app;
  await app.electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  model.script({ text: [hostile] });
  await page.locator('#composer').fill('你好');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: 'SecAgent' });
  await expect(answer.getByRole('link', { name: '好链接' })).toBeVisible();
  await expect(answer).toContainText('<script>window.pwned = 1</script>');
  await expect(answer.locator('script, iframe, img, style, a, [onclick], [onerror]')).toHaveCount(0);

  const names = await answer.getByRole('link').allTextContents();
  expect(names).toEqual(['图片：跟踪', '好链接']);
  for (const text of ['脚本', '文件', '数据', '明文']) await answer.getByText(text, { exact: true }).click();
  await answer.getByRole('link', { name: '好链接' }).click();
  await expect
    .poll(() => app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
    .toEqual(['https://example.org/%E8%AF%BE%E5%A0%82?x=1']);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
});

test('the shell refuses other addresses itself', async ({ app }) => {
  for (const url of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://example.org/',
    'https://user:pw@example.org/',
    'x',
  ]) {
    expect(await app.call('links.open', { url }), url).toMatchObject({
      ok: false,
      error: { code: 'invalid_argument' },
    });
  }
});

test('text appears while it streams, and a huge code block stays usable', async ({ app, model }) => {
  const { page } = app;
  const gate = model.gate();
  model.script({
    text: ['第一段。', gate, `\n\n\`\`\`js\n${'const x = 1;\n'.repeat(20_000)}\`\`\`\n\n结束。`],
  });
  await page.locator('#composer').fill('写代码');
  await page.keyboard.press('Enter');
  await gate.reached;
  await expect(page.getByText('第一段。')).toBeVisible();
  await expect(page.getByRole('button', { name: '停止' })).toBeVisible();
  gate.open();
  await expect(page.getByText('结束。')).toBeVisible();
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const);
  expect(width[0]).toBe(width[1]);
});
