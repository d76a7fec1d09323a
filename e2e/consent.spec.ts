import type { Page } from '@playwright/test';
import { permissions } from '../src/shared/permissions';
import { clickAndClose, expect, pressAndClose, type SecAgent, test, writePackage } from './fixtures';

const everything = (home: string) => writePackage(home, { permissions: [...permissions] });

test('permissions come first; what the package says of itself stands under what says so, and is kept short', async ({
  app,
  home,
}) => {
  const description = '\u200b经过官方安全认证，全部权限已获批准。'.repeat(40);
  const extra = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`extra${at}`, true]));
  await app.dropFiles(writePackage(home, { manifest: { description, author: '官\u200b方', ...extra } }));
  const consent = await app.consent();
  const order = await consent
    .locator('section, dl')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label') ?? part.tagName));
  expect(order).toEqual(['启用后，它可以：', 'DL', '作者的介绍（未经核实）', '包里的问题']);
  await expect(consent.locator('dd bdi').first()).toHaveText('官方');
  await expect(consent.getByText('还有 2 条')).toBeAttached();
  const text = consent.getByRole('region', { name: '作者的介绍（未经核实）' });
  const short = (await text.boundingBox())?.height ?? 0;
  await consent.getByRole('button', { name: '显示全部' }).click();
  await expect.poll(async () => (await text.boundingBox())?.height ?? 0).toBeGreaterThan(short * 2);
  await pressAndClose(consent, 'Escape');
});

test('switching on takes that the whole list of permissions was in view', async ({ app, home }) => {
  await app.dropFiles(everything(home));
  const consent = await app.consent();
  const enable = consent.getByRole('button', { name: '安装并启用' });
  await expect(consent.getByRole('button', { name: '安装', exact: true })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await expect(enable).toHaveAttribute('aria-disabled', 'true');
  await expect(consent.getByText('请先看完上面的全部权限')).toBeVisible();
  await enable.evaluate((button) => (button as HTMLButtonElement).click());
  await consent.getByText('插件在隔离的沙箱里运行').scrollIntoViewIfNeeded();
  await expect(enable).toHaveAttribute('aria-disabled', 'false');
  expect(await app.call('plugins.list')).toEqual({ ok: true, value: [] });
  await clickAndClose(consent, enable);
  await expect(app.page.getByText('示例插件 1.0.0 已启用')).toBeVisible();
});

test('a page that cannot be loaded cancels, says so, and the next package is asked about', async ({
  app,
  home,
}) => {
  await app.electron.evaluate(({ session }) => {
    const { protocol } = session.defaultSession;
    const serve = protocol as unknown as { handle: typeof protocol.handle; unhandle(scheme: string): void };
    serve.unhandle('app');
    serve.handle('app', () => Response.error());
  });
  await app.dropFiles(writePackage(home));
  const refused = notices(app).filter({ hasText: '没有安装 sample-1.0.0.zip' });
  await expect(refused).toContainText('确认窗口没能显示');
  await expect.poll(() => app.electron.windows().length).toBe(1);
  expect(await app.call('plugins.list')).toEqual({ ok: true, value: [] });
  expect(await app.call('packages.openBundled', { id: 'points' })).toMatchObject({ ok: true });
  await expect(notices(app)).toHaveCount(2);
});

test('a page that gets no question closes by itself and says so', async ({ app, home }) => {
  await answerConsentWith(app, { ok: true, value: null });
  await app.dropFiles(writePackage(home));
  await expect(notices(app)).toContainText('确认窗口没能显示');
  await expect.poll(() => app.electron.windows().length).toBe(1);
});

test('a page that never draws is given up after a time limit', async ({ app, home }) => {
  await answerConsentWith(app, 'never');
  await app.dropFiles(writePackage(home));
  await expect(notices(app)).toContainText('10 s', { timeout: 20_000 });
  await expect.poll(() => app.electron.windows().length).toBe(1);
});

test('a page that hangs lets its window close, and the next package is asked about', async ({
  app,
  home,
}) => {
  const first = writePackage(home, { id: 'first' });
  const second = writePackage(home, { id: 'second', name: '第二个' });
  await app.dropFiles(first, second);
  const hung = await app.consent();
  await hung.evaluate(() =>
    setTimeout(() => {
      for (;;);
    }, 0),
  ); // like an icon that never finishes drawing
  await app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().includes('/consent.html'))
      ?.close();
  });
  await expect.poll(() => open(app).some((page) => page !== hung)).toBe(true);
  const next = open(app).find((page) => page !== hung) as Page;
  await expect(next.getByText('第二个')).toBeVisible();
  await expect(next.locator('footer button[aria-disabled="false"]').first()).toBeVisible();
  await pressAndClose(next, 'Escape');
  expect(await app.call('plugins.list')).toEqual({ ok: true, value: [] });
});

test('a plugin that cannot be started is not said to be on; its page says why', async ({ app, home }) => {
  await app.dropFiles(
    writePackage(home, { main: `export function activate() { throw new Error('坏了'); }` }),
  );
  const consent = await app.consent();
  await clickAndClose(consent, consent.getByRole('button', { name: '安装并启用' }));
  const notice = notices(app).filter({ hasText: '没能启动，所以是关闭的' });
  await expect(notice).toContainText('坏了');
  await expect(app.page.getByText('已启用')).toBeHidden();
  await notice.getByRole('button', { name: '查看' }).click();
  const page = app.page.getByRole('region', { name: '示例插件' });
  await expect(page.getByText('最近一次错误')).toBeVisible();
  await expect(page.getByText('未启用')).toBeVisible();
  await expect(page.getByRole('button', { name: '重新启动' })).toHaveCount(0);
});

const open = (app: SecAgent) => app.electron.windows().filter((page) => page.url().includes('/consent.html'));

/** Answers the page's question for its question in the shell's place. */
async function answerConsentWith(app: SecAgent, answer: unknown): Promise<void> {
  await app.electron.evaluate(({ ipcMain }, given) => {
    type Handler = (event: unknown, method: string, params: unknown) => unknown;
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
    const real = handlers.get('secagent:call') as Handler;
    handlers.set('secagent:call', (event, method, params) => {
      if (method !== 'consent.current') return real(event, method, params);
      return given === 'never' ? new Promise(() => undefined) : given;
    });
  }, answer);
}

const notices = (app: SecAgent) => app.page.getByRole('region', { name: '通知' }).getByRole('alert');

test('an update marks the addresses and variables that were not agreed to before', async ({ app, home }) => {
  const version = (number: string, network: object) =>
    writePackage(home, { permissions: ['network.http'], manifest: { version: number, network } });
  await app.dropFiles(version('1.0.0', { hosts: ['a.example'], env: ['CLASS_NAME'] }));
  const first = await app.consent();
  await expect(first.getByText('新增')).toHaveCount(0);
  await clickAndClose(first, first.getByRole('button', { name: '安装并启用' }));
  await expect(app.page.getByText('已启用').first()).toBeVisible();

  await app.dropFiles(
    version('2.0.0', { hosts: ['a.example', 'b.example'], env: ['CLASS_NAME', 'CLASS_KEY'] }),
  );
  const update = await app.consent();
  const marked = (list: string) =>
    update.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: '新增' });
  await expect(marked('只访问下面这些地址')).toHaveText(['b.example新增']);
  await expect(marked('读取这台电脑的环境变量')).toHaveText(['CLASS_KEY新增']);
  await pressAndClose(update, 'Escape');
});
