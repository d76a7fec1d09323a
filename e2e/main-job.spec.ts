import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelServer } from '../fixtures/model-server';
import { expect, launch, modelEnvironment, type SecAgent, test, writePackage } from './fixtures';

const POINTS = join(import.meta.dirname, '..', 'plugins-examples', 'dist', 'points-1.0.0.zip');

/** One plugin's part in the main job, whatever the plugin is. */
interface Job {
  zip: (folder: string) => string;
  id: string;
  /** a message its rule answers, twice, and the replies: the second counts on what the first one stored */
  rule: { text: string; replies: [string, string] };
  question: string;
  skill: string;
  hiddenTool: { name: string; arguments: Record<string, unknown> };
  /** label of its prompt, and what it says after one and after two rule replies */
  prompt: { label: string; first: string; restarted: string };
}

const points: Job = {
  zip: () => POINTS,
  id: 'points',
  rule: {
    text: '给小明加3分',
    replies: ['已给小明加 3 分，现在共 3 分。', '已给小明加 3 分，现在共 11 分。'],
  },
  question: '小明的积分怎么样？再给他一些',
  skill: 'points/points',
  hiddenTool: { name: 'points__add_points', arguments: { student: '小明', points: 5 } },
  prompt: { label: '[points/summary]', first: '小明 3', restarted: '小明 11' },
};

/** Knows nothing of the other: another domain, another shape. */
const library: Job = {
  id: 'library',
  zip: (folder) =>
    writePackage(folder, {
      id: 'library',
      name: '图书角',
      permissions: ['agent.tools', 'agent.skills', 'agent.prompts', 'agent.rules'],
      files: {
        'skills/lending/SKILL.md':
          '---\nname: lending\ndescription: Lending books\n---\n\nCall library__lend with {title}.\n',
      },
      main: `export function activate(api) {
        const lend = async (title) => {
          const lent = [...(api.getConfig().lent ?? []), title];
          await api.setConfig({ lent });
          return lent.length;
        };
        api.registerTool({ name: 'shelf', description: 'Books on the shelf', hidden: false, inputSchema: { type: 'object' } }, () => ['Heidi']);
        api.registerTool({ name: 'lend', description: 'Lends a book', inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } },
          async ({ title }) => ({ title, lent: await lend(title) }));
        api.registerSkill('skills/lending', '借书|borrow');
        api.registerPrompt('lent', () => 'lent: ' + (api.getConfig().lent ?? []).join('+'));
        api.registerRule('borrow', /^(?<who>\\S+) borrows (?<title>.+)$/, async (_, match) =>
          ({ kind: 'reply', message: match.groups.who + ' has ' + match.groups.title + ', ' + await lend(match.groups.title) + ' lent' }));
      }`,
    }),
  rule: { text: 'Ming borrows Heidi', replies: ['Ming has Heidi, 1 lent', 'Ming has Heidi, 3 lent'] },
  question: '怎么借书？',
  skill: 'library/lending',
  hiddenTool: { name: 'library__lend', arguments: { title: 'Momo' } },
  prompt: { label: '[library/lent]', first: 'lent: Heidi', restarted: 'lent: Heidi+Momo+Heidi' },
};

for (const job of [points, library]) {
  test(`the main job with ${job.id}: drop, consent, rule, skill, hidden tool, restart`, async ({
    home,
    model,
  }) => {
    const env = modelEnvironment(model);
    let app = await launch({ home, env });
    await dropAndEnable(app, job.zip(home), job.id);

    await send(app, job.rule.text);
    await expect(app.page.getByText(job.rule.replies[0])).toBeVisible();
    expect(model.requests).toHaveLength(0);

    model.script(
      {
        text: ['好的。'],
        toolCalls: [
          {
            name: 'secagent__call_hidden_tool',
            arguments: { name: job.hiddenTool.name, arguments: job.hiddenTool.arguments },
          },
        ],
      },
      { text: ['第一个', '回答'] },
    );
    await send(app, job.question);
    await expect(app.page.getByText('第一个回答')).toBeVisible();
    await expect(app.page.getByText(job.skill).first()).toBeVisible();
    await expect(app.page.getByText(job.hiddenTool.name).first()).toBeVisible();
    judgeFirstTurn(model, job);

    await app.close();
    app = await launch({ home, env });
    await app.page.getByRole('navigation').getByText(job.rule.text).first().click();
    await expect(app.page.getByText('第一个回答')).toBeVisible();
    await send(app, job.rule.text);
    await expect(app.page.getByText(job.rule.replies[1])).toBeVisible();
    model.script({ text: ['第二个回答'] });
    await send(app, job.question);
    await expect(app.page.getByText('第二个回答')).toBeVisible();
    judgeLaterTurn(model, job);
    expect(app.pageErrors).toEqual([]);
    await app.close();
  });
}

test('the second piece is sent only after the first one is on screen', async ({ home, model }) => {
  const app = await launch({ home, env: modelEnvironment(model) });
  const gate = model.gate();
  model.script({ text: ['第一段', gate, '第二段'] });
  await send(app, '你好');
  await expect(app.page.getByText('第一段')).toBeVisible();
  gate.open();
  await expect(app.page.getByText('第一段第二段')).toBeVisible();
  await app.close();
});

test('Stop ends a looping tool within a second', async ({ home, model }) => {
  const app = await launch({ home, env: modelEnvironment(model) });
  await dropAndEnable(app, loopingPackage(home), 'looper');
  model.script({ toolCalls: [{ name: 'looper__loop', arguments: {} }] });
  await send(app, '开始');
  await expect(app.page.getByText('looper__loop')).toBeVisible();
  const stop = app.page.getByRole('button', { name: '停止' });
  await stop.click();
  const pressed = Date.now();
  await expect(app.page.getByText('已停止。可以改一改问题再发送。')).toBeVisible();
  expect(Date.now() - pressed).toBeLessThan(1000);
  model.script({ text: ['还能用'] });
  await send(app, '再来');
  await expect(app.page.getByText('还能用')).toBeVisible();
  await app.close();
});

test('engine killed in mid-stream: the text is kept, the window says so, the next message works', async ({
  home,
  model,
}) => {
  const app = await launch({ home, env: modelEnvironment(model) });
  const gate = model.gate();
  model.script({ text: ['已经到达的部分', gate, '不会到达'] });
  await send(app, '你好');
  await expect(app.page.getByText('已经到达的部分')).toBeVisible();
  // S26: at most the last second may be lost; the text is a second old when the engine dies.
  await expect
    .poll(async () => JSON.stringify(await storedEntries(app)), { message: 'the piece is stored' })
    .toContain('已经到达的部分');
  process.kill(app.engine().pid, 'SIGKILL');
  await expect(app.page.getByText('回答中断了', { exact: false })).toBeVisible();
  await expect(app.page.getByText('已经到达的部分')).toBeVisible();
  model.script({ text: ['又好了'] });
  await send(app, '再试');
  await expect(app.page.getByText('又好了')).toBeVisible();
  await app.close();
});

test('plugin process killed in mid-call: a tool error, and the app lives', async ({ home, model }) => {
  const app = await launch({ home, env: modelEnvironment(model) });
  await dropAndEnable(app, loopingPackage(home), 'looper');
  model.script({ toolCalls: [{ name: 'looper__wait', arguments: {} }] }, { text: ['我看到了错误'] });
  await send(app, '开始');
  await expect(app.page.getByText('looper__wait')).toBeVisible();
  const host = app.processes().find(({ command }) => command.includes('plugin-host'));
  process.kill(Number(host?.pid), 'SIGKILL');
  await expect(app.page.getByText('我看到了错误')).toBeVisible();
  const answer = model.requests[1]?.messages.at(-1);
  expect(answer).toMatchObject({ role: 'tool', content: expect.stringContaining('plugin_crashed') });
  // It is started again by itself.
  model.script({ toolCalls: [{ name: 'looper__quick', arguments: {} }] }, { text: ['重启后可用'] });
  await expect.poll(async () => (await plugin(app, 'looper')).state).toBe('ready');
  await send(app, '再来');
  await expect(app.page.getByText('重启后可用')).toBeVisible();
  await app.close();
});

function loopingPackage(home: string): string {
  return writePackage(home, {
    id: 'looper',
    name: '循环',
    main: `export function activate(api) {
      const tool = (name) => ({ name, description: name, hidden: false, inputSchema: { type: 'object' } });
      api.registerTool(tool('loop'), () => { for (;;); });
      api.registerTool(tool('wait'), () => new Promise(() => {}));
      api.registerTool(tool('quick'), () => 'quick');
    }`,
  });
}

async function dropAndEnable(app: SecAgent, zip: string, id: string): Promise<void> {
  expect(existsSync(zip)).toBe(true);
  await app.dropFiles(zip);
  const consent = await app.consent();
  const closed = consent.waitForEvent('close');
  await consent.getByRole('button', { name: '安装并启用' }).click();
  await closed;
  await expect.poll(async () => (await plugin(app, id))?.state, { message: `${id} is ready` }).toBe('ready');
}

async function plugin(app: SecAgent, id: string): Promise<{ state: string }> {
  const answer = (await app.call('plugins.list')) as { value: { id: string; state: string }[] };
  return answer.value.find((candidate) => candidate.id === id) as { state: string };
}

async function storedEntries(app: SecAgent): Promise<unknown> {
  const list = (await app.call('sessions.list')) as { value: { id: string }[] };
  return app.call('sessions.show', { sessionId: list.value[0]?.id });
}

async function send(app: SecAgent, text: string): Promise<void> {
  await app.page.locator('#composer').fill(text);
  await app.page.locator('#composer').press('Enter');
}

/** S12, S14, S16 on what the server received for the first question. */
function judgeFirstTurn(model: ModelServer, job: Job): void {
  const [first, second] = model.requests;
  const messages = first?.messages ?? [];
  const question = messages.findIndex(({ content }) => content === job.question);
  expect(messages[question + 1]).toMatchObject({
    role: 'system',
    content: expect.stringContaining(`Skill ${job.skill}`),
  });
  expect(messages.at(-1)).toBe(messages[question + 1]);
  const system = String(messages[0]?.content);
  expect(system.slice(system.lastIndexOf(job.prompt.label))).toContain(job.prompt.first);
  expect(system.slice(system.lastIndexOf(job.prompt.label) + 1)).not.toContain('\n\n[');
  const offered = first?.tools?.map((tool) => tool.function.name) ?? [];
  expect(offered).not.toContain(job.hiddenTool.name);
  expect(offered).toContain('secagent__call_hidden_tool');
  expect(second?.messages.at(-1)).toMatchObject({ role: 'tool' });
}

/** The skill is still where it was, once; the prompt was evaluated anew. */
function judgeLaterTurn(model: ModelServer, job: Job): void {
  const messages = model.requests.at(-1)?.messages ?? [];
  const questions = messages.flatMap(({ content }, index) => (content === job.question ? [index] : []));
  expect(questions).toHaveLength(2);
  const skills = messages.flatMap(({ content }, index) =>
    String(content).startsWith(`Skill ${job.skill}`) ? [index] : [],
  );
  expect(skills).toEqual([Number(questions[0]) + 1]);
  const system = String(messages[0]?.content);
  expect(system.slice(system.lastIndexOf(job.prompt.label))).toContain(job.prompt.restarted);
}
