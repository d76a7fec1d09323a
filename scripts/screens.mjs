// Takes the pictures of docs/screens/ from the real app with the points example: `npm run screens`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { at } from './lib/terminal.mjs';

const home = mkdtempSync(join(tmpdir(), 'secagent-screens-'));
const size = { width: 1280, height: 960 };
const root = process.platform === 'linux' && process.getuid?.() === 0;

for (const { language, lang, ask } of [
  { language: 'zh', lang: 'zh-CN', ask: ['给小明加3分', '全班积分怎么样？'] },
  {
    language: 'en',
    lang: 'en-US',
    ask: ['add 3 points to Ming', 'list the points of the class'],
  },
]) {
  const app = await _electron.launch({
    args: [...(root ? ['--no-sandbox'] : []), `--lang=${lang}`, at('.')],
    env: { ...process.env, SECAGENT_HOME: join(home, language) },
    colorScheme: null,
  });
  const page = await app.firstWindow();
  await app.evaluate(
    ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0].setContentSize(width, height),
    size,
  );
  const picture = (target, name) => target.screenshot({ path: at(`docs/screens/${name}-${language}.png`) });
  await page.getByRole('button', { name: /^(继续|Continue)$/ }).waitFor();
  await picture(page, 'welcome');
  await page.getByRole('button', { name: /^(继续|Continue)$/ }).click();
  await page.getByText('DeepSeek').first().waitFor();
  await picture(page, 'welcome-model');
  await page.getByRole('button', { name: /^(跳过|Skip)$/ }).click();
  await page.locator('#composer').waitFor();
  await picture(page, 'empty');

  const opened = app.waitForEvent('window');
  await drop(page, at('plugins-examples/dist/points-1.0.0.zip'));
  const consent = await opened;
  await consent.locator('footer button[aria-disabled="false"]').first().waitFor();
  await picture(consent, 'consent');
  await consent.getByRole('button', { name: /安装并启用|Install and (enable|turn on)/ }).click();
  await until(page, async () => {
    const { value } = await window.secagent.call('plugins.list', {});
    return value[0]?.state === 'ready';
  });

  for (const text of ask) {
    await page.locator('#composer').fill(text);
    await page.locator('#composer').press('Enter');
    await until(
      page,
      async (asked) => {
        const { value: sessions } = await window.secagent.call('sessions.list', {});
        if (!sessions[0] || sessions[0].busy) return false;
        const { value } = await window.secagent.call('sessions.show', { sessionId: sessions[0].id });
        return value.entries.some((entry) => entry.text === asked) && value.entries.at(-1).status === 'done';
      },
      text,
    );
  }
  for (const close of await page.getByRole('button', { name: /^(关闭|Close)$/ }).all()) await close.click();
  await picture(page, 'chat');

  await page
    .getByText(/^(能力|Capabilities)$/)
    .first()
    .click();
  await page.getByText('points', { exact: false }).first().waitFor();
  await picture(page, 'plugins');

  await page.getByRole('button', { name: /^(设置|Settings)$/ }).click();
  await page.getByRole('button', { name: /^(连接模型…|Connect a model…)$/ }).waitFor();
  await picture(page, 'settings');
  await app.close();
}
rmSync(home, { recursive: true, force: true });

/** Asks inside the page until it says yes; `waitForFunction` takes a promise for a yes. */
async function until(page, question, argument) {
  const deadline = Date.now() + 20_000;
  while (!(await page.evaluate(question, argument))) {
    if (Date.now() > deadline) throw new Error('the app did not get there within 20 s');
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

async function drop(page, file) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await session.send('Input.dispatchDragEvent', { type, x: 500, y: 300, data });
  }
  await session.detach();
}
