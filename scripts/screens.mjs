// Takes the pictures of docs/screens/ from the real app with the points example: `npm run screens`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AdmZip from 'adm-zip';
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
  await closeNotices(page);
  await picture(page, 'chat');

  await page
    .getByText(/^(能力|Capabilities)$/)
    .first()
    .click();
  await page.getByText('points', { exact: false }).first().waitFor();
  await picture(page, 'plugins');

  const asked = app.waitForEvent('window');
  await drop(page, lessonsPackage(language));
  const contents = await asked;
  await contents.locator('footer button[aria-disabled="false"]').first().waitFor();
  await picture(contents, 'consent-package');
  await contents.getByRole('button', { name: /安装并启用|Install and (enable|turn on)/ }).click();
  await page.getByRole('tab', { name: /^(技能|Skills)/ }).click();
  await page.getByRole('button', { name: /lessons\/plan/ }).click();
  await page.getByText(/^(环节|Part)$/).waitFor();
  await closeNotices(page);
  await picture(page, 'skills');

  await page.getByRole('button', { name: /^(设置|Settings)$/ }).click();
  await page.getByRole('button', { name: /^(连接模型…|Connect a model…)$/ }).waitFor();
  await picture(page, 'settings');
  await app.close();
}
rmSync(home, { recursive: true, force: true });

async function closeNotices(page) {
  for (const close of await page.getByRole('button', { name: /^(关闭|Close)$/ }).all()) await close.click();
}

/** An Agent Plugins package with two sound skills, a broken one, and a program; it brings no code of ours. */
function lessonsPackage(language) {
  const zip = new AdmZip();
  const add = (name, text) => zip.addFile(name, Buffer.from(text));
  const schema = (name) => `https://agent-plugins.org/schemas/1.0.0/${name}.schema.json`;
  const described = (zh, en) => (language === 'zh' ? zh : en);
  const skill = (name, description, body) =>
    `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;
  const manifest = { name: 'lessons', version: '1.2.0', author: { name: 'School 12' } };
  add('plugin.json', JSON.stringify({ $schema: schema('plugin'), ...manifest }));
  const server = { type: 'stdio', command: 'node', args: ['./server.mjs', '--class', '3b'] };
  add('mcp.json', JSON.stringify({ $schema: schema('mcp'), mcpServers: { timetable: server } }));
  add('server.mjs', '');
  add(
    'skills/plan/SKILL.md',
    skill(
      'plan',
      described('准备一节 45 分钟的课', 'Plans a lesson of 45 minutes'),
      described(
        '# 备课\n\n1. 先写**目标**\n2. 再写活动和时间\n\n| 环节 | 分钟 |\n|-|-|\n| 导入 | 5 |\n| 练习 | 25 |',
        '# Lesson plan\n\n1. Start with the **goal**\n2. Then activities and times\n\n| Part | Minutes |\n|-|-|\n| Opening | 5 |\n| Practice | 25 |',
      ),
    ),
  );
  add('skills/plan/refs/rubric.md', 'rubric');
  add(
    'skills/essays/SKILL.md',
    skill('essays', described('批改作文，先说优点', 'Marks essays, strengths first'), 'Body'),
  );
  add('skills/letters/SKILL.md', skill('parents', described('给家长写信', 'Writes to parents'), 'Body'));
  const file = join(home, `lessons-${language}.zip`);
  zip.writeZip(file);
  return file;
}

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
