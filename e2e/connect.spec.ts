import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ModelServer } from '../fixtures/model-server';
import { clickAndClose, expect, launch, pressAndClose, type SecAgent, test } from './fixtures';

import { filesHolding, processesHolding } from './places-of-a-key';

const KEY = 'sk-e2e-4f9c1b7a2d8e6035';
const secrets = (home: string) => join(home, 'data', 'secrets.json');

test('an address typed in, a key for this session: it answers, and the key is nowhere', async ({
  app,
  home,
  model,
}) => {
  const { page } = app;
  await page.getByRole('button', { name: /演示模型/ }).click();
  await page.getByRole('menuitem', { name: '连接模型…' }).click();
  const view = await app.connectView();
  await describeOther(view, model.url);
  await view.getByLabel('密钥（API Key）').fill(KEY);
  // No keychain on this machine: it says so, and the careful choice is the one that is made.
  await expect(view.getByText('没有可用的钥匙串').last()).toBeVisible();
  await expect(view.getByRole('radio', { name: /只在这次使用/ })).toBeChecked();
  model.script({ text: ['OK'] });
  await view.getByRole('button', { name: '测试连接' }).click();
  await expect(view.getByRole('status')).toContainText('scripted 连接成功');
  await clickAndClose(view, view.getByRole('button', { name: '保存' }));

  await expect(page.getByRole('button', { name: /scripted/ })).toBeVisible();
  await ask(app, model, '你好', '真的回答');
  expect(model.keys).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);

  // ATTACKS 21: no file, no output, no environment, not the page.
  expect(filesHolding(home, KEY)).toEqual([]);
  expect(existsSync(secrets(home))).toBe(false);
  expect(app.output()).not.toContain(KEY);
  expect(processesHolding(app.processes(), KEY)).toEqual([]);
  expect(JSON.stringify(await app.call('models.list'))).not.toContain(KEY);
  expect(await page.content()).not.toContain(KEY);
  await app.call('chat.send', { sessionId: 'none', text: 'x' });
  expect(app.pageErrors).toEqual([]);
});

test('a key stored on this computer outlives the app, never in plain words, and goes with its service', async ({
  home,
  model,
}) => {
  let app = await launch({ home });
  await connect(app, model.url, async (view) => {
    await view.getByRole('radio', { name: /不受保护地存在这台电脑上/ }).check();
  });
  expect(filesHolding(home, KEY)).toEqual([]);
  expect(JSON.parse(readFileSync(secrets(home), 'utf8'))).toEqual({
    [new URL(model.url).origin]: { encrypted: expect.any(String), protected: false },
  });
  await app.close();

  app = await launch({ home });
  await ask(app, model, '还在吗', '还在');
  expect(model.keys).toEqual([`Bearer ${KEY}`]);

  await app.page.getByRole('button', { name: '设置' }).click();
  await app.page.getByRole('button', { name: '移除… 学校服务器' }).click();
  await app.page.getByRole('dialog').getByRole('button', { name: '移除' }).click();
  await expect(app.page.getByText('还没有连接模型')).toBeVisible();
  await expect.poll(() => readFileSync(secrets(home), 'utf8').trim()).toBe('{}');
  await app.close();
});

test('the connection test names what is wrong: the address, the key', async ({ app, model }) => {
  const asked = app.call('models.connect');
  const view = await app.connectView();
  await describeOther(view, `http://127.0.0.1:${await closedPort()}/v1`);
  const alert = view.getByRole('alert');
  await view.getByRole('button', { name: '测试连接' }).click();
  await expect(alert).toContainText('地址不对');
  await expect(alert).toContainText('没有程序在应答');

  await view.getByLabel('地址').fill(model.url);
  await view.getByLabel('密钥（API Key）').fill(KEY);
  model.script({ status: 401, message: `Incorrect API key provided: ${KEY}` });
  await view.getByRole('button', { name: '测试连接' }).click();
  await expect(alert).toContainText('密钥不对');
  await expect(alert).not.toContainText(KEY);
  await pressAndClose(view, 'Escape');
  expect(await asked).toEqual({ ok: true, value: null });
  expect(await app.call('models.list')).toMatchObject({ ok: true, value: { providers: [] } });
});

test('switching models by keyboard, and how much the model thinks', async ({ app, model }) => {
  await connect(app, model.url, async (view) => {
    await view.getByLabel('模型', { exact: true }).first().fill('second');
    await view.keyboard.press('Enter');
  });
  const { page } = app;
  const switcher = page.getByRole('button', { name: /^scripted/ });
  await switcher.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'scripted' })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitemradio', { name: 'second' }).press('Enter');
  await expect(page.getByRole('button', { name: /^second/ })).toBeVisible();
  await page.getByRole('button', { name: /^second/ }).click();
  await page.getByRole('menuitemradio', { name: '多' }).click();
  await expect(page.getByRole('menuitemradio', { name: '多' })).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');

  await ask(app, model, '你好', '第二个');
  expect(model.requests.at(-1)).toMatchObject({ model: 'second', reasoning_effort: 'high' });
});

test('a script in the chat page sets no address and no key', async ({ app, model }) => {
  await connect(app, model.url, async () => undefined);
  const before = await app.call('models.list');
  const provider = {
    id: 'evil',
    kind: 'openai-compatible',
    name: 'x',
    baseUrl: 'https://evil.example/v1',
    models: [{ id: 'x' }],
  };
  for (const method of [
    'connect.save',
    'connect.test',
    'connect.current',
    'models.saveProvider',
    'secrets.get',
    'secrets.remove',
  ]) {
    const params = method.startsWith('secrets')
      ? { origin: new URL(model.url).origin }
      : { provider, key: 'x', keep: 'session' };
    expect(await app.call(method, params), method).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  }
  // Only what is configured can be chosen, and parameters beyond the contract's are refused.
  for (const [method, params] of [
    ['models.select', { model: 'evil:x' }],
    ['models.select', { model: 'openai:gpt-5.1' }],
    ['models.setTitleModel', { model: 'evil:x' }],
    ['models.setReasoning', { model: 'evil:x', reasoning: 'high' }],
    ['models.test', { model: 'evil:x' }],
    ['models.connect', { preset: 'deepseek', provider }],
    ['preferences.set', { models: { providers: [provider] } }],
  ] as const) {
    expect(await app.call(method, params), method).toMatchObject({ ok: false });
  }
  expect(await app.call('models.list')).toEqual(before);
});

test('the connect view reaches its own six functions and nothing else', async ({ app }) => {
  const asked = app.call('models.connect', { preset: 'deepseek' });
  const view = await app.connectView();
  expect(await view.evaluate(() => Object.keys(window.secagentConnect).sort())).toEqual([
    'cancel',
    'current',
    'fetchModels',
    'openKeyPage',
    'save',
    'test',
  ]);
  expect(
    await view.evaluate(() => ['require', 'process', 'secagent'].filter((name) => name in window)),
  ).toEqual([]);
  await expect(view.getByLabel('密钥（API Key）')).toBeFocused();
  // Saving what can't work says what is missing.
  await view.keyboard.press('Enter');
  await expect(view.getByText('请粘贴密钥。')).toBeVisible();
  await pressAndClose(view, 'Escape');
  await asked;
});

/** A port nothing listens on: one that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function describeOther(view: Page, address: string): Promise<void> {
  await view.getByRole('button', { name: /其他服务/ }).click();
  await view.getByLabel('名称').fill('学校服务器');
  await view.getByLabel('地址').fill(address);
  await view.getByLabel('模型', { exact: true }).first().fill('scripted');
  await view.keyboard.press('Enter');
}

/** Connects the scripted server with the key; `finish` says what else is chosen. */
async function connect(app: SecAgent, address: string, finish: (view: Page) => Promise<void>): Promise<void> {
  const asked = app.call('models.connect');
  const view = await app.connectView();
  await describeOther(view, address);
  await view.getByLabel('密钥（API Key）').fill(KEY);
  await finish(view);
  await clickAndClose(view, view.getByRole('button', { name: '保存' }));
  expect(await asked).toMatchObject({ ok: true, value: { name: '学校服务器' } });
}

async function ask(app: SecAgent, model: ModelServer, text: string, answer: string): Promise<void> {
  model.script({ text: [answer] });
  await app.page.locator('#composer').fill(text);
  await app.page.locator('#composer').press('Enter');
  await expect(app.page.getByRole('article', { name: 'SecAgent' }).getByText(answer)).toBeVisible();
}
