import { expect, test } from 'vitest';
import { startPlugin } from '../../../fixtures/test-plugins';

test('a settings page’s handler gets action and arguments, in the ways plugins are written (S19)', async () => {
  const { hosts } = await startPlugin(`
    let port = 8080;
    api.registerSettingsHandler('connection', async (action, args = {}) => {
      if (action === 'get_state') return { port, fields: [{ name: 'port', label: '端口', type: 'number', value: port }] };
      if (action === 'save') { port = args.port; return { saved: true }; }
      if (action === 'login') return api.sectlOAuthLogin();
      if (action === 'session') return { session: await api.getSectlSession().catch(() => 'failed') };
      throw new Error('未知操作：' + action);
    });
    api.registerSettingsHandler('plain', (action) => action === 'nothing' ? undefined : [action]);`);
  const ask = (action: string, args: unknown = {}, page = 'connection') =>
    hosts.callSettings('p', page, action, args);
  expect(hosts.settingsHandlers('p')).toEqual(['connection', 'plain']);
  expect(await ask('save', { port: 3910 })).toEqual({ saved: true });
  expect(await ask('get_state')).toMatchObject({ port: 3910, fields: [{ name: 'port', value: 3910 }] });
  expect(await ask('session')).toEqual({ session: null });
  expect(await ask('x', {}, 'plain')).toEqual(['x']);
  expect(await ask('nothing', {}, 'plain')).toBeNull();
  await expect(ask('other')).rejects.toMatchObject({ code: 'tool_failed', message: '未知操作：other' });
  await expect(ask('login')).rejects.toMatchObject({ message: expect.stringContaining('no SECTL account') });
});

test('pages nobody answers for, refused keys, deadlines; taken back and given again', async () => {
  const { hosts } = await startPlugin(
    `
    api.registerSettingsHandler('slow', (action) => action === 'wait' ? new Promise(() => {}) : 'ok');
    api.registerTool({ name: 'sweep', description: '', inputSchema: {} }, ({ again }) => {
      api.unregisterSettingsHandler('slow'); api.unregisterSettingsHandler('unknown');
      if (again) api.registerSettingsHandler('slow', () => 'again');
    });
    api.registerTool({ name: 'clear_code', description: '', inputSchema: {} }, () => api.sectlOAuthLogin().catch((error) => [error.code, error instanceof Error]));`,
    { deadlines: { tool: 200 } },
  );
  const ask = (page: string, action = 'get_state', args: unknown = {}) =>
    hosts.callSettings('p', page, action, args);
  await expect(ask('other')).rejects.toMatchObject({ code: 'settings_page_unknown' });
  await expect(hosts.callSettings('nobody', 'a', 'b', {})).rejects.toMatchObject({
    code: 'settings_page_unknown',
  });
  await expect(ask('slow', 'save', JSON.parse('{"__proto__": {"x": 1}}'))).rejects.toMatchObject({
    code: 'tool_arguments_invalid',
  });
  await expect(ask('slow', 'wait')).rejects.toMatchObject({ code: 'deadline_exceeded' });
  await hosts.callTool('p__sweep', { again: true });
  expect(await ask('slow')).toBe('again');
  await hosts.callTool('p__sweep', {});
  expect(await ask('slow')).toBe('again'); // for 2 s, as in a sweep
  await expect.poll(() => hosts.settingsHandlers('p'), { timeout: 5_000 }).toEqual([]);
  expect(await hosts.callTool('p__clear_code', {})).toEqual(['sectl_unavailable', true]);
});
