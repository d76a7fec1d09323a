import { runCommand } from '../fixtures/command-line';
import { expect, modelEnvironment, type SecAgent, test } from './fixtures';

test.use({ withModel: true });

test('searching finds what was said, and the open chat keeps its title', async ({ app, model }) => {
  const { page } = app;
  const navigation = page.getByRole('navigation');
  model.script({ text: ['关于光合作用'] }, { text: ['关于分数'] });
  await send(app, '植物怎么生长');
  await expect(page.getByText('关于光合作用')).toBeVisible();
  await page.keyboard.press('Control+n');
  await send(app, '怎么做除法');
  await expect(page.getByText('关于分数')).toBeVisible();
  await page.getByRole('searchbox', { name: '搜索对话' }).fill('光合');
  await expect(navigation.getByRole('button', { name: '植物怎么生长', exact: true })).toBeVisible();
  await expect(navigation.getByRole('button', { name: '怎么做除法', exact: true })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('怎么做除法');
  await page.getByRole('searchbox').fill('没有说过');
  await expect(page.getByText('没有找到相关对话')).toBeVisible();
});

test('a chat that cannot be deleted stays, and the window says why', async ({ app, model }) => {
  const { page } = app;
  model.script({ text: ['好的'] });
  await send(app, '要删的对话');
  await expect(page.getByText('好的')).toBeVisible();
  const item = page.getByRole('navigation').getByRole('button', { name: '要删的对话', exact: true });
  await failOn(app, 'sessions.delete');
  await item.press('Delete');
  await expect(notices(app)).toContainText('对话没有删除');
  await expect(notices(app)).toContainText('磁盘空间不足');
  await expect(item).toBeVisible();
  await expect(page.getByText('好的')).toBeVisible();
  await failOn(app, 'sessions.rename');
  await item.press('F2');
  await page.getByRole('textbox', { name: '对话的新名称' }).fill('新名字');
  await page.keyboard.press('Enter');
  await expect(notices(app).filter({ hasText: '对话没有改名' })).toBeVisible();
  await item.press('Delete');
  await expect(item).toBeHidden();
  await expect(page.getByText('好的')).toBeHidden();
});

test('Esc in the search and in a new name is theirs, and stops no answer', async ({ app, model }) => {
  const { page } = app;
  const gate = model.gate();
  model.script({ text: ['第一段', gate, '第二段'] });
  await send(app, '讲长一点');
  await expect(page.getByText('第一段')).toBeVisible();
  await page.getByRole('searchbox', { name: '搜索对话' }).press('Escape');
  const item = page
    .getByRole('navigation')
    .getByRole('button', { name: /^讲长一点/ })
    .first();
  await item.press('F2');
  await page.getByRole('textbox', { name: '对话的新名称' }).press('Escape');
  await expect(page.getByRole('textbox', { name: '对话的新名称' })).toBeHidden();
  gate.open();
  await expect(page.getByText('第一段第二段')).toBeVisible();
  await expect(page.getByText('已停止')).toBeHidden();
});

test('going to another chat and back while an answer streams loses and doubles nothing', async ({
  app,
  model,
}) => {
  const { page } = app;
  const navigation = page.getByRole('navigation');
  const gates = [model.gate(), model.gate()] as const;
  model.script({ text: ['另一个回答'] }, { text: ['甲', '乙', gates[0], '丙', gates[1], '丁'] });
  await send(app, '另一个');
  await expect(page.getByText('另一个回答')).toBeVisible();
  await page.keyboard.press('Control+n');
  await send(app, '数一数');
  await expect(page.getByText('甲乙')).toBeVisible();
  await navigation.getByRole('button', { name: '另一个', exact: true }).click();
  await expect(page.getByText('另一个回答')).toBeVisible();
  gates[0].open();
  await gates[1].reached;
  await navigation.getByRole('button', { name: /^数一数/ }).click();
  await expect(page.getByText('甲乙丙', { exact: true })).toBeVisible();
  gates[1].open();
  await expect(page.getByText('甲乙丙丁', { exact: true })).toBeVisible();
});

test('a chat the command line answers is followed and becomes free again', async ({ app, home, model }) => {
  const { page } = app;
  model.script({ text: ['窗口的回答'] });
  await send(app, '从窗口问');
  await expect(page.getByText('窗口的回答')).toBeVisible();
  const { value } = (await app.call('sessions.list')) as { value: { id: string }[] };
  const gate = model.gate();
  model.script({ text: ['命令行', gate, '的回答'] });
  const command = runCommand(['run', '从命令行问', '--session', String(value[0]?.id), '--json'], {
    home,
    env: modelEnvironment(model),
  });
  await expect(page.getByText('从命令行问')).toBeVisible();
  await expect(page.getByRole('button', { name: '停止' })).toBeVisible();
  gate.open();
  expect((await command).code).toBe(0);
  await expect(page.getByText('命令行的回答')).toBeVisible();
  await expect(page.getByRole('button', { name: '停止' })).toBeHidden();
  model.script({ text: ['接着聊'] });
  await send(app, '继续');
  await expect(page.getByText('接着聊')).toBeVisible();
});

test('the first message is on screen before its session is made, and Enter twice sends once', async ({
  app,
  model,
}) => {
  const { page } = app;
  model.script({ text: ['只有一次'] });
  process.kill(app.engine().pid, 'SIGSTOP'); // an engine that takes its time
  const composer = page.locator('#composer');
  await composer.fill('第一句');
  await composer.press('Enter');
  await expect(page.getByRole('article', { name: '你' })).toHaveText('第一句');
  await composer.press('Enter');
  await expect(composer).toHaveValue('');
  process.kill(app.engine().pid, 'SIGCONT');
  await expect(page.getByText('只有一次')).toBeVisible();
  await expect(page.getByRole('article', { name: '你' })).toHaveCount(1);
  expect(await app.call('sessions.list')).toMatchObject({ value: [{ title: '第一句' }] });
});

async function send(app: SecAgent, text: string): Promise<void> {
  await app.page.locator('#composer').fill(text);
  await app.page.locator('#composer').press('Enter');
}

/** Lets the next call of a method fail, as a full disk would. */
async function failOn(app: SecAgent, failing: string): Promise<void> {
  await app.electron.evaluate(({ ipcMain }, name) => {
    type Handler = (event: unknown, method: string, params: unknown) => unknown;
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
    const real = handlers.get('secagent:call') as Handler;
    let failed = false;
    handlers.set('secagent:call', (event, method, params) => {
      if (failed || method !== name) return real(event, method, params);
      failed = true;
      return { ok: false, error: { code: 'disk_full', message: 'no space left' } };
    });
  }, failing);
}

const notices = (app: SecAgent) => app.page.getByRole('region', { name: '通知' }).getByRole('alert');
