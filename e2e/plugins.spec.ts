import { join } from 'node:path';
import { clickAndClose, expect, pressAndClose, type SecAgent, test, writePackage } from './fixtures';

test.use({ withModel: true });

const main = `export function activate(api) {
  console.log('活动开始');
  const tool = (name) => ({ name, description: name, hidden: false, inputSchema: { type: 'object' } });
  api.registerTool(tool('loop'), () => { for (;;); });
  api.registerTool(tool('say'), ({ text }) => { console.warn('说：' + text); return text; });
}`;

test('uninstalling asks first, and takes everything away', async ({ app, home }) => {
  const { page } = app;
  await installEnabled(app, writePackage(home, { main }));
  await page.getByRole('button', { name: '能力' }).click();
  await page.getByRole('button', { name: '卸载…' }).click();
  const dialog = page.getByRole('dialog', { name: '卸载“示例插件”？' });
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: '卸载…' }).click();
  await dialog.getByRole('button', { name: '卸载' }).click();
  await expect(page.getByText('还没有插件')).toBeVisible();
  expect(await app.call('plugins.list')).toEqual({ ok: true, value: [] });
  expect(app.processes().some(({ command }) => command.includes('plugin-host'))).toBe(false);
});

test('log and memory of a running plugin; the log goes on after an engine restart', async ({
  app,
  home,
  model,
}) => {
  const { page } = app;
  await installEnabled(app, writePackage(home, { main }));
  await page.getByRole('button', { name: '能力' }).click();
  const memory = page.locator('dl > div').filter({ hasText: '内存' }).locator('dd');
  await expect(memory).toHaveText(/^\d+(\.\d)? MB$/);
  await page.getByRole('tab', { name: '日志' }).click();
  const log = page.getByRole('log', { name: '示例插件 的日志' });
  await expect(log).toContainText('活动开始');

  process.kill(app.engine().pid, 'SIGKILL');
  await expect(page.getByText('正在重新启动')).toBeVisible();
  await expect(log.getByText('活动开始')).toHaveCount(2);
  model.script({ toolCalls: [{ name: 'sample__say', arguments: { text: '你好' } }] }, { text: ['说完了'] });
  const { value } = (await app.call('sessions.create')) as { value: { id: string } };
  await app.call('chat.send', { sessionId: value.id, text: '说' });
  await expect(log).toContainText('说：你好');
});

test('a plugin that was given up is started again by its button', async ({ app, home }) => {
  const { page } = app;
  await installEnabled(app, writePackage(home, { main }));
  await page.getByRole('button', { name: '能力' }).click();
  const hosts = () => app.processes().filter(({ command }) => command.includes('plugin-host'));
  await expect
    .poll(
      async () => {
        for (const { pid } of hosts()) process.kill(pid, 'SIGKILL');
        return (await plugin(app)).state;
      },
      { timeout: 40_000 },
    )
    .toBe('error');
  const restart = page.getByRole('button', { name: '重新启动' });
  await expect(restart).toHaveCount(1); // beside the reason
  await restart.click();
  await expect(page.getByRole('region', { name: '示例插件' }).getByText('运行中')).toBeVisible();
  await expect(page.getByText('最近一次错误')).toBeHidden();
});

test('while a plugin loops, the window takes what is typed', async ({ app, home, model }) => {
  const { page } = app;
  await installEnabled(app, writePackage(home, { main }));
  model.script({ toolCalls: [{ name: 'sample__loop', arguments: {} }] });
  const composer = page.locator('#composer');
  await composer.fill('开始');
  await composer.press('Enter');
  await expect(page.getByText('sample__loop')).toBeVisible();
  const begun = Date.now();
  await composer.pressSequentially('它在循环的时候我照样能写字');
  await expect(composer).toHaveValue('它在循环的时候我照样能写字');
  expect(Date.now() - begun).toBeLessThan(2000);
  await expect(page.getByRole('button', { name: '停止' })).toBeVisible();
  await page.getByRole('button', { name: '停止' }).click();
  await expect(page.getByText('已停止。可以改一改问题再发送。')).toBeVisible();
});

test('the file picker leads to the consent view, and cancelling it to nothing', async ({ app, home }) => {
  const file = writePackage(home);
  await chooseInDialog(app, []);
  await app.page.getByRole('button', { name: '能力' }).click();
  const button = app.page.getByRole('button', { name: '从文件安装…' }).first();
  await button.click();
  await expect(app.page.getByText('还没有插件')).toBeVisible();
  expect(app.electron.windows()).toHaveLength(1);
  await chooseInDialog(app, [file, join(home, '没有.zip')]);
  await button.click();
  await pressAndClose(await app.consent(), 'Enter');
  await expect(app.page.getByText('还没有启用')).toBeVisible();
  await expect(notices(app)).toContainText('找不到这个文件');
});

test('what is dropped without being a file, or with too many others, gets a sentence', async ({ app }) => {
  const drop = (count: number) =>
    app.page.evaluate((files) => {
      const data = new DataTransfer();
      for (let at = 0; at < files; at++) data.items.add(new File(['x'], `${at}.png`));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    }, count);
  await drop(1);
  await expect(notices(app)).toHaveText(/拖进来的不是文件/);
  await drop(51);
  await expect(notices(app).filter({ hasText: '一次最多检查 50 个文件，其余 1 个' })).toBeVisible();
});

async function installEnabled(app: SecAgent, file: string): Promise<void> {
  await app.dropFiles(file);
  const consent = await app.consent();
  await clickAndClose(consent, consent.getByRole('button', { name: '安装并启用' }));
  await expect.poll(async () => (await plugin(app))?.state).toBe('ready');
}

async function plugin(app: SecAgent): Promise<{ state: string }> {
  const answer = (await app.call('plugins.list')) as { value: { state: string }[] };
  return answer.value[0] as { state: string };
}

async function chooseInDialog(app: SecAgent, filePaths: string[]): Promise<void> {
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: chosen.length === 0, filePaths: chosen });
  }, filePaths);
}

const notices = (app: SecAgent) => app.page.getByRole('region', { name: '通知' }).getByRole('alert');
