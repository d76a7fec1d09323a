import { describe, expect, test, vi } from 'vitest';
import { type PreRuleAnswer, places, startInPlainNode } from '../../../fixtures/run-plugin';

const everyone = ['小明', '小红', '小刚', '小丽', 'Ben', 'Ada'];

describe.each(places)('picker in %s', (_place, start) => {
  test('a pre-rule answers with the tool and its own words, without a model', async () => {
    const plugin = await start('picker', { config: { names: ['小明'] } });
    expect(await plugin.preRules()).toEqual(['roll_call', 'draw', 'pick_en', 'again']);
    expect(await plugin.preRule(' 随机点名！')).toEqual({
      preRule: 'roll_call',
      tool: 'pick',
      arguments: { count: 1 },
      result: { names: ['小明'], left: 0 },
      answer: '请小明回答。还剩 0 人。',
    });
  });

  test.each([
    ['点名', 'roll_call', 1],
    ['抽3个', 'draw', 3],
    ['帮我抽 两 位同学', 'draw', 2],
    ['Please pick 2 students.', 'pick_en', 2],
    ['draw a student', 'pick_en', 1],
  ])('%s', async (sentence, preRule, count) => {
    const plugin = await start('picker');
    const outcome = await plugin.preRule(sentence);
    expect(outcome).toMatchObject({ preRule, tool: 'pick', arguments: { count } });
    const { names, left } = (outcome as PreRuleAnswer).result as { names: string[]; left: number };
    expect(left).toBe(everyone.length - count);
    expect(new Set(names).size).toBe(count);
    expect(everyone).toEqual(expect.arrayContaining(names));
    for (const name of names) expect(outcome?.answer).toContain(name);
    expect(outcome?.answer).toMatch(
      preRule === 'pick_en' ? /, please\. \d left\.$/ : /^请.+回答。还剩 \d 人。$/,
    );
  });

  test('sentences that are none of its business are left to the model', async () => {
    const plugin = await start('picker');
    for (const sentence of ['今天的点名作业是什么', '抽屉', 'pick a colour', '', '重新开始吧', 'constructor'])
      expect(await plugin.preRule(sentence)).toBeNull();
  });

  test('a round ends; without a render there is the result alone', async () => {
    const plugin = await start('picker');
    expect(await plugin.call('pick', { count: 6 })).toMatchObject({ left: 0 });
    await expect(plugin.call('pick', {})).rejects.toThrow('只剩 0 个人，抽不出 1 个');
    await expect(plugin.preRule('点名')).rejects.toThrow('只剩 0 个人');
    expect(await plugin.preRule('重新开始')).toEqual({
      preRule: 'again',
      tool: 'reset',
      arguments: {},
      result: { left: 6 },
      answer: null,
    });
    expect(await plugin.call('pick', { count: 2, exclude: everyone.slice(2) })).toMatchObject({ left: 4 });
  });

  test('another language takes pre-rules back and registers the others anew; the configuration is kept', async () => {
    const plugin = await start('picker');
    const names = ['Eve'];
    expect(await plugin.call('configure', { names, language: 'en' })).toEqual({ names, language: 'en' });
    expect(await plugin.config()).toEqual({ names, language: 'en' });
    await vi.waitFor(async () => expect((await plugin.preRules()).sort()).toEqual(['again', 'pick_en']), {
      timeout: 5_000,
    });
    expect(await plugin.preRule('点名')).toBeNull();
    expect(await plugin.preRule('pick one student')).toMatchObject({ answer: 'Eve, please. 0 left.' });
    await plugin.call('configure', { language: 'both' });
    await vi.waitFor(async () => expect(await plugin.preRules()).toHaveLength(4), { timeout: 5_000 });
  });

  test('its draws are even', async () => {
    const plugin = await start('picker', { config: { names: ['a', 'b', 'c'] } });
    const first = { a: 0, b: 0, c: 0 };
    for (let round = 0; round < 300; round += 1) {
      const { names } = (await plugin.call('pick')) as { names: ['a' | 'b' | 'c'] };
      first[names[0]] += 1;
      await plugin.call('reset');
    }
    for (const times of Object.values(first)) expect(times).toBeGreaterThan(55);
  });
});

test('its disposer is an object', async () => {
  const plugin = await startInPlainNode('picker');
  await plugin.dispose();
  expect(await plugin.preRules()).toEqual([]);
});
