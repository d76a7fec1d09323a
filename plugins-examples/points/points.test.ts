import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startPlugins } from '../../fixtures/test-plugins';
import manifest from './secagent-plugin.json';

const start = (configs = new Map()) =>
  startPlugins(
    [
      {
        id: manifest.id,
        directory: fileURLToPath(new URL('.', import.meta.url)),
        permissions: manifest.permissions as never,
      },
    ],
    {},
    configs,
  );

test('rules answer in Chinese and English without a model', async () => {
  const { hosts } = await start();
  expect(await hosts.runRules('给小明加3分')).toMatchObject({
    kind: 'reply',
    message: '已给小明加 3 分，现在共 3 分。',
  });
  expect(await hosts.runRules('给小明扣1分')).toMatchObject({
    kind: 'reply',
    message: '已给小明扣 1 分，现在共 2 分。',
  });
  expect(await hosts.runRules('Add 3 points to Alice.')).toMatchObject({
    kind: 'reply',
    message: 'Added 3 points to Alice, 3 in total.',
  });
  expect(await hosts.runRules('谁的积分最高？')).toBeNull();
});

test('the model sees one tool, and the skill tells it about the other', async () => {
  const { hosts } = await start();
  expect(hosts.tools().map(({ key, hidden }) => [key, hidden])).toEqual([
    ['points__list_points', false],
    ['points__add_points', true],
  ]);
  const { matches } = await hosts.matchSkills('帮我查一下积分');
  expect(matches.map(({ skill, matched }) => [skill.name, matched])).toEqual([['points/points', '积分']]);
  expect(
    await hosts.callTool('points__add_points', { student: '小红', points: '5', reason: '回答问题' }),
  ).toEqual({
    student: '小红',
    added: 5,
    total: 5,
    reason: '回答问题',
  });
  expect(await hosts.callTool('points__list_points', {})).toEqual({
    students: [{ student: '小红', points: 5 }],
    total: 5,
  });
});

test('a name is only a name', async () => {
  const { hosts } = await start();
  expect(await hosts.callTool('points__add_points', { student: '__proto__', points: 1 })).toMatchObject({
    total: 1,
  });
  await expect(hosts.callTool('points__add_points', { student: '小明', points: 1.5 })).rejects.toMatchObject({
    code: 'tool_arguments_invalid',
    details: { path: 'points' },
  });
});

test('points are still there after a restart, and the prompt names them', async () => {
  const first = await start();
  expect(await first.hosts.evaluatePrompts()).toEqual([{ pluginId: 'points', name: 'summary', text: '' }]);
  await first.hosts.runRules('给小明加3分');
  await first.hosts.dispose();
  const { hosts } = await start(first.configs);
  expect(await hosts.evaluatePrompts()).toMatchObject([
    { name: 'summary', text: expect.stringContaining('小明 3') },
  ]);
  expect(hosts.status('points')?.status).toMatchObject({ message: expect.stringContaining('1 名学生') });
});
