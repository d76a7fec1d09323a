import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { startLoopbackApp } from '../../../fixtures/loopback-app';
import { places, startInPlainNode, startInSandbox } from '../../../fixtures/run-plugin';

const name = 'class-account';
const patient = { timeout: 5_000 };
const li = { id: 'li', name: '李老师', token: 'token-li' };
const zhou = { id: 'zhou', name: 'Ms Zhou', token: 'token-zhou' };
const classesOf: Record<string, { id: string; name: string }[]> = {
  [li.token]: [
    { id: 'c1', name: '三年一班' },
    { id: 'c2', name: '三年二班' },
  ],
  [zhou.token]: [{ id: 'c9', name: 'Class 9' }],
};

const startCloud = () =>
  startLoopbackApp(({ path, headers }) => {
    const classes = classesOf[headers.authorization?.replace('Bearer ', '') ?? ''];
    if (!classes || !/^[\da-f-]{36}$/.test(String(headers['x-request-id'])))
      return { status: 401, body: { error: '登录已经过期' } };
    if (path === '/v1/classes') return { body: { classes } };
    return { body: { students: [{ id: 1, name: '小明', score: path.endsWith('=c2') ? 2 : 1 }] } };
  });

describe.each(places)('class-account in %s', (_place, start) => {
  test('with nobody signed in it waits, says so, and offers its page', async () => {
    const cloud = await startCloud();
    const plugin = await start(name, { env: { CLASS_CLOUD_URL: cloud.url } });
    expect(await plugin.status()).toEqual({ message: '班级云：等待登录', state: 'warning' });
    expect(await plugin.settingsPages()).toEqual(['account']);
    expect(await plugin.settings('account', 'get_state')).toEqual({
      server: new URL(cloud.url).host,
      accounts: [],
      selectedAccountId: '',
      selectedClassId: '',
      classes: [],
      signedIn: false,
      loginError: null,
    });
    await expect(plugin.call('list_students')).rejects.toThrow('还没有选择账号');
    await expect(plugin.settings('account', 'select_account', { account_id: 'li' })).rejects.toThrow(
      '还没有选择账号',
    );
  });

  test('where there is no account service, signing in fails with a code and a sentence', async () => {
    const plugin = await start(name, { env: { CLASS_CLOUD_URL: 'http://127.0.0.1:1' } });
    await expect(plugin.settings('account', 'oauth_login')).rejects.toThrow(/登录没有成功：./);
    expect(await plugin.settings('account', 'get_state')).toMatchObject({
      loginError: { code: 'sectl_unavailable' },
    });
  });

  test('accounts and classes are chosen on the page; each choice is kept without anybody waiting for it', async () => {
    const cloud = await startCloud();
    const plugin = await start(name, {
      env: { CLASS_CLOUD_URL: cloud.url },
      config: { accountId: 'li', classId: 'c2', accounts: [li, zhou] },
    });
    expect(await plugin.status()).toEqual({ message: '班级云：李老师', state: 'ok' });
    expect(await plugin.settings('account', 'get_state')).toMatchObject({
      accounts: [
        { id: 'li', name: '李老师', source: 'saved' },
        { id: 'zhou', name: 'Ms Zhou', source: 'saved' },
      ],
      selectedAccountId: 'li',
      selectedClassId: 'c2',
      classes: classesOf[li.token],
    });
    expect(await plugin.call('list_students')).toEqual({
      class: '三年二班',
      students: [{ id: 1, name: '小明', score: 2 }],
    });
    expect(await plugin.prompts()).toEqual([{ name: 'current_class', text: '当前班级：三年二班' }]);

    expect(await plugin.settings('account', 'select_account', { account_id: 'zhou' })).toMatchObject({
      selectedAccountId: 'zhou',
      selectedClassId: 'c9',
    });
    await vi.waitFor(
      async () =>
        expect(await plugin.config()).toEqual({ accountId: 'zhou', classId: 'c9', accounts: [li, zhou] }),
      patient,
    );
    await plugin.settings('account', 'select_account', { account_id: 'li' });
    await plugin.settings('account', 'select_class', { class_id: 'c2' });
    await expect(plugin.settings('account', 'select_class', { class_id: 'c9' })).rejects.toThrow(
      '找不到所选的班级',
    );
    expect(await plugin.settings('account', 'remove_account', { account_id: 'li' })).toMatchObject({
      accounts: [{ id: 'zhou' }],
      selectedAccountId: 'zhou',
      selectedClassId: 'c9',
    });
    await vi.waitFor(
      async () =>
        expect(await plugin.config()).toEqual({ accountId: 'zhou', classId: 'c9', accounts: [zhou] }),
      patient,
    );
    expect(await plugin.skills()).toEqual([{ name: 'class-account', pattern: null }]);
  });

  test('an action nobody knows, and a service that refuses', async () => {
    const cloud = await startCloud();
    const plugin = await start(name, {
      env: { CLASS_CLOUD_URL: cloud.url },
      config: { accountId: 'x', accounts: [{ id: 'x', name: 'X', token: 'old' }] },
    });
    for (const action of ['nothing', 'constructor', '__proto__'])
      await expect(plugin.settings('account', action)).rejects.toThrow(`未知的设置操作：${action}`);
    await expect(plugin.settings('account', 'select_class', { class_id: 'c1' })).rejects.toThrow(
      '登录已经过期',
    );
    expect(await plugin.settings('account', 'get_state')).toMatchObject({ classes: [] });
    await expect(plugin.settings('other', 'get_state')).rejects.toThrow(/other/);
  });
});

test('a session of the surrounding program becomes an account, in a program that has one', async () => {
  const cloud = await startCloud();
  const plugin = await startInPlainNode(name, {
    env: { CLASS_CLOUD_URL: cloud.url },
    session: { accessToken: li.token, name: '李老师' },
  });
  expect(await plugin.settings('account', 'get_state')).toMatchObject({
    accounts: [
      {
        id: createHash('sha256').update(li.token).digest('hex').slice(0, 12),
        name: '李老师',
        source: 'current',
      },
    ],
    selectedClassId: 'c1',
    signedIn: true,
  });
  await plugin.dispose();
  expect(await plugin.settingsPages()).toEqual([]);
});

test('in the sandbox its choices are there after it is switched off and on', async () => {
  const cloud = await startCloud();
  const { hosts, info, plugin } = await startInSandbox(name, {
    env: { CLASS_CLOUD_URL: cloud.url },
    config: { accounts: [li, zhou] },
  });
  await plugin.settings('account', 'select_account', { account_id: 'zhou' });
  await vi.waitFor(async () => expect(await plugin.config()).toMatchObject({ classId: 'c9' }), patient);
  await hosts.disable(info.id);
  expect(await plugin.settingsPages()).toEqual([]);
  hosts.enable(info);
  await hosts.whenSettled(20_000);
  expect(hosts.status(info.id)?.status).toEqual({ message: '班级云：Ms Zhou', state: 'ok' });
});
