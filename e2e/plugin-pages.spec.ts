import type { Page } from '@playwright/test';
import { clickAndClose, expect, type SecAgent, test } from './fixtures';
import { violations } from './fixtures/accessibility';
import { writeLibrary } from './fixtures/library';

/** What the tests look for, as each language has it. */
const words = {
  'zh-CN': {
    theme: 'light',
    settings: '设置',
    enable: '安装并启用',
    view: '查看',
    asks: '启用后，它可以：',
    hosts: '只访问下面这些地址',
    environment: '读取这台电脑的环境变量',
    refresh: '刷新',
    yes: '是',
    unhandled: '插件正在运行，但没有提供这一页的设置。',
    pluginFailed: '插件报告了问题',
    privacy: '隐私',
    limited: '图书角，只能访问你同意过的地址。',
  },
  'en-US': {
    theme: 'dark',
    settings: 'Settings',
    enable: 'Install and enable',
    view: 'View',
    asks: 'Once it is on, it can:',
    hosts: 'Reach only these addresses',
    environment: 'Read from this computer’s environment',
    refresh: 'Refresh',
    yes: 'Yes',
    unhandled: 'The plugin is running, but offers no settings on this page.',
    pluginFailed: 'The plugin reports a problem',
    privacy: 'Privacy',
    limited: '图书角, and they can reach only the addresses you agreed to.',
  },
} as const;

for (const lang of ['zh-CN', 'en-US'] as const) {
  test.describe(lang, () => {
    test.use({ withModel: true, start: { lang } });
    const say = words[lang];

    test('a settings page is drawn, saved and asked again; consent tells hosts and environment', async ({
      app,
      home,
    }) => {
      const { page } = app;
      await app.call('preferences.set', { theme: say.theme });
      await app.dropFiles(writeLibrary(home));
      const consent = await app.consent();
      const asks = consent.getByRole('region', { name: say.asks });
      await expect(asks.getByRole('list', { name: say.hosts }).getByRole('listitem')).toHaveText([
        'books.school.example',
        '*.library.example',
        '127.0.0.1:8080',
      ]);
      await expect(asks.getByRole('list', { name: say.environment })).toHaveText('LIBRARY_TOKEN');
      expect(await violations(consent)).toEqual([]);
      await agree(consent, say.enable);
      await openPlugin(app, say);
      await expect(page.getByRole('list', { name: say.hosts }).getByRole('listitem')).toHaveCount(3);

      await page.getByRole('tab', { name: say.settings, exact: true }).click();
      const form = page.getByRole('region', { name: '图书馆服务' });
      await expect(form.getByRole('status')).toHaveText('已连接');
      await expect(form.getByLabel('服务器')).toHaveValue('https://books.school.example');
      await expect(form.getByLabel('口令')).toHaveAttribute('type', 'password');
      expect(await violations(page)).toEqual([]);

      await form.getByLabel('可借天数').fill('21');
      await form.getByLabel('书架').selectOption('二号');
      await form.getByRole('switch', { name: '到期提醒' }).click();
      await form.getByRole('button', { name: '保存' }).click();
      await expect(form.getByRole('status')).toHaveText('已保存，可借 21 天');
      await expect(form.getByRole('switch', { name: '到期提醒' })).not.toBeChecked();

      // What goes wrong takes nothing away of what was typed.
      await form.getByLabel('服务器').fill('https://other.example');
      await form.getByRole('button', { name: '测试连接' }).click();
      await expect(form.getByRole('alert')).toContainText(say.pluginFailed);
      await expect(form.getByRole('alert')).toContainText('服务器没有回答：https://other.example');
      await expect(form.getByLabel('服务器')).toHaveValue('https://other.example');
      expect(await violations(page)).toEqual([]);
      await form.getByLabel('可借天数').fill('0');
      await form.getByLabel('可借天数').press('Enter');
      await expect(form.getByRole('alert')).toHaveText('天数至少是 1');
      await expect(form.getByLabel('可借天数')).toHaveValue('0');
      await expect(form.getByLabel('可借天数')).toBeFocused();
      // An answer that is only a message leaves the page, which is asked for anew.
      await form.getByRole('button', { name: '清空记录' }).click();
      await expect(form.getByText('记录已清空')).toBeVisible();
      await expect(form.getByLabel('可借天数')).toHaveValue('21');
      await expect(form.getByRole('link')).toHaveCount(0);

      await page.getByRole('tab', { name: '借出的书' }).click();
      const data = page.getByRole('region', { name: '借出的书' });
      await expect(data.getByRole('cell')).toHaveText([
        ...['Heidi', '小明', '3', '—'],
        ...['https://momo.example', '小红', '—', say.yes],
      ]);
      await expect(data.getByText('<b>books</b>')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await data.getByRole('button', { name: say.refresh }).click();
      await expect(data.locator('dl > div').filter({ hasText: 'asked' }).locator('dd')).toHaveText('2');

      await page.getByRole('tab', { name: '以后再说' }).click();
      await expect(page.getByText(say.unhandled)).toBeVisible();

      await page.getByRole('button', { name: say.settings, exact: true }).click();
      await page.getByRole('tab', { name: say.privacy }).click();
      await expect(page.getByText(say.limited)).toBeVisible();
      expect(app.pageErrors).toEqual([]);
    });
  });
}

test.describe('one language', () => {
  test.use({ withModel: true });

  test('a pre-rule answers with its tool, without any model (S18)', async ({ app, home, model }) => {
    const { page } = app;
    await install(app, home);
    await page.locator('#composer').fill('借《Heidi》');
    await page.keyboard.press('Enter');
    const messages = page.getByRole('log', { name: '消息' });
    await expect(messages.getByText('前置规则 library/lend 用工具处理这条消息')).toBeVisible();
    const answer = messages.locator('strong', { hasText: 'Heidi' });
    await expect(answer).toBeVisible();
    const card = messages.getByRole('button', { name: /library__lend/ });
    await card.click();
    await expect(messages.getByRole('region', { name: '参数' })).toContainText('"title": "Heidi"');
    const [cardAt, answerAt] = await Promise.all([card.boundingBox(), answer.boundingBox()]);
    expect(cardAt?.y).toBeLessThan(answerAt?.y ?? 0);
    expect(model.requests).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  test('restart gives it a fresh start, and its settings page is asked anew (M13)', async ({ app, home }) => {
    const { page } = app;
    await install(app, home);
    await openPlugin(app, words['zh-CN']);
    await page.getByRole('tab', { name: '设置', exact: true }).click();
    const form = page.getByRole('region', { name: '图书馆服务' });
    await form.getByLabel('服务器').fill('https://typed.example');
    await page.getByRole('button', { name: '重新启动' }).click();
    await expect(form.getByLabel('服务器')).toHaveValue('https://books.school.example');
    await expect(page.getByRole('button', { name: '重新启动' })).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0); // a wish is no failure
    await page.getByRole('tab', { name: '概览' }).click();
    await expect(figure(page, '重启')).toHaveText('1');
    await expect(figure(page, '内存')).toHaveText(/^\d+(\.\d)? MB$/);
  });

  test('limits are checked, saved and reset; the plugin starts again with them (M13)', async ({
    app,
    home,
  }) => {
    const { page } = app;
    await install(app, home);
    await openPlugin(app, words['zh-CN']);
    const limits = page.getByRole('region', { name: '用量上限' });
    const memory = limits.getByLabel('内存');
    const save = limits.getByRole('button', { name: '保存' });
    await expect(memory).toHaveValue('128');
    await expect(save).toBeDisabled();
    await memory.fill('20');
    await expect(limits.getByText('请填 32 到 1024 之间的整数')).toBeVisible();
    await expect(save).toBeDisabled();
    await memory.fill('256');
    const before = host(app);
    await save.click();
    await expect(limits.getByRole('status')).toHaveText('已保存');
    expect(await limitsOf(app)).toEqual({ memoryMb: 256 });
    await expect.poll(() => host(app)).not.toBe(before);
    await expect(page.getByRole('region', { name: '图书角' }).getByText('运行中')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await limits.getByRole('button', { name: '恢复默认' }).click();
    await expect(memory).toHaveValue('128');
    await expect.poll(() => limitsOf(app)).toEqual({});
  });

  test('the log is filtered by level and plain text, and copied as shown', async ({ app, home }) => {
    const { page } = app;
    await install(app, home);
    await openPlugin(app, words['zh-CN']);
    await page.getByRole('tab', { name: '日志' }).click();
    const log = page.getByRole('log', { name: '图书角 的日志' });
    const panel = page.getByRole('tabpanel', { name: '日志' });
    await expect(log).toContainText('书架快满了');
    const level = panel.getByLabel('显示哪些');
    await level.selectOption('只看错误');
    await expect(log).not.toContainText('书架快满了');
    await expect(panel.getByText(/^1 \/ \d+ 行$/)).toBeVisible();
    const search = panel.getByRole('searchbox', { name: '在日志中搜索' });
    await search.fill('(A+)+');
    await expect(log.locator('mark')).toHaveText('(a+)+');
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('button', { name: '复制显示的行' }).click();
    await expect(panel.getByRole('button', { name: '已复制' })).toBeVisible();
    const copied = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(copied).toMatch(/^\S+Z error Error: shelf \(a\+\)\+ is full\n$/);
    await search.fill('没有这样的行');
    await expect(panel.getByText('没有符合条件的日志。')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('button', { name: '显示全部' }).click();
    await expect(log).toContainText('书架快满了');
    await expect(search).toHaveValue('');
  });
});

async function install(app: SecAgent, home: string): Promise<void> {
  await app.dropFiles(writeLibrary(home));
  await agree(await app.consent(), '安装并启用');
  await expect.poll(async () => (await plugin(app))?.state).toBe('ready');
}

/** Reads to the end of what it asks for, which is what makes the button live. */
async function agree(consent: Page, button: string): Promise<void> {
  await consent.locator('section').first().locator('p').last().scrollIntoViewIfNeeded();
  const enable = consent.getByRole('button', { name: button });
  await expect(enable).toHaveAttribute('aria-disabled', 'false');
  await clickAndClose(consent, enable);
}

/** By way of the notice, which would stand before the page's header. */
async function openPlugin({ page }: SecAgent, { view }: { view: string }): Promise<void> {
  await page.getByRole('button', { name: view, exact: true }).click();
  await expect(page.getByRole('region', { name: '图书角' })).toBeVisible();
}

async function plugin(app: SecAgent): Promise<{ state: string } | undefined> {
  const answer = (await app.call('plugins.list')) as { value: { state: string }[] };
  return answer.value[0];
}

async function limitsOf(app: SecAgent): Promise<unknown> {
  return ((await app.call('plugins.show', { id: 'library' })) as { value: { limits: unknown } }).value.limits;
}

const host = (app: SecAgent) => app.processes().find(({ command }) => command.includes('plugin-host'))?.pid;

const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').first();
