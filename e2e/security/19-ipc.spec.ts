import { type MethodName, methods } from '../../src/shared/contract';
import { expect, pressAndClose, test, writePackage } from '../fixtures';

const names = Object.keys(methods) as MethodName[];

test('methods of other surfaces are refused to the chat page', async ({ app }) => {
  for (const name of names.filter((each) => methods[each].surface !== 'chat')) {
    expect(await app.call(name, {}), name).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  }
});

test('names that are no methods, and parameters that do not fit, get nowhere', async ({ app }) => {
  for (const name of ['__proto__', 'constructor', 'toString', 'plugins', '', 'ENGINE.STATE']) {
    expect(await app.call(name, {}), name).toMatchObject({ ok: false, error: { code: 'method_unknown' } });
  }
  for (const params of [null, [], 'x', { id: 5 }, { id: '../x' }, { id: 'sample', more: 1 }]) {
    expect(await app.call('plugins.show', params)).toMatchObject({
      ok: false,
      error: { code: 'params_invalid' },
    });
  }
});

test('a page that is no registered window gets nothing, whatever it loads', async ({ app }) => {
  const answers = await app.electron.evaluate(async ({ app: electronApp, BrowserWindow }) => {
    const ask = async (url: string) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: { preload: `${electronApp.getAppPath()}/out/preload/chat.cjs`, sandbox: true },
      });
      await window.loadURL(url);
      const answer: unknown = await window.webContents.executeJavaScript(`secagent.call('plugins.list', {})`);
      window.destroy();
      return answer;
    };
    return [await ask('app://secagent/index.html'), await ask('about:blank')];
  });
  const refused = { ok: false, error: { code: 'forbidden', message: 'not allowed' } };
  expect(answers).toEqual([refused, refused]);
});

test('a frame inside the chat page has no bridge, and its messages are dropped', async ({ app }) => {
  const frame = await app.page.evaluate(() => {
    const inner = document.createElement('iframe');
    document.body.append(inner);
    return inner.contentWindow ? 'secagent' in inner.contentWindow : null;
  });
  expect(frame).toBe(false);
});

test('every chat method called raw from the page enables, grants and trusts nothing', async ({
  app,
  home,
}) => {
  await app.dropFiles(writePackage(home));
  await pressAndClose(await app.consent(), 'Enter');
  await expect(app.page.getByText('还没有启用')).toBeVisible();
  // Dialogs of the operating system, as somebody answers them who did not ask for one.
  await app.electron.evaluate(({ dialog, shell }) => {
    dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
    dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });
    shell.openPath = async () => '';
  });

  // A person's part: every dialog is cancelled, nothing opens outside.
  await app.electron.evaluate(({ dialog, shell }) => {
    dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
    dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    shell.showItemInFolder = () => undefined;
  });
  const values: Partial<Record<MethodName, unknown>> = {
    'preferences.set': { theme: 'dark' },
    'sessions.show': { sessionId: 'none' },
    'sessions.rename': { sessionId: 'none', title: 'x' },
    'sessions.delete': { sessionId: 'none' },
    'chat.send': { sessionId: 'none', text: 'x' },
    'chat.stop': { sessionId: 'none' },
    'plugins.show': { id: 'sample' },
    'plugins.log': { id: 'sample' },
    'plugins.disable': { id: 'sample' },
    'plugins.restart': { id: 'sample' },
    'tools.select': { keys: ['sample__x'] },
    'links.open': { url: 'javascript:alert(1)' },
  };
  // Those that end at the consent view or a file picker are tried below; removal would take the evidence away.
  const apart: MethodName[] = [
    'packages.pick',
    'packages.openBundled',
    'plugins.requestEnable',
    'plugins.remove',
    'models.connect',
  ];
  for (const name of names.filter((each) => methods[each].surface === 'chat' && !apart.includes(each))) {
    await app.call(name, values[name] ?? {});
    await app.call(name, {
      id: 'sample',
      enable: true,
      enabled: true,
      choice: 'enable',
      permissions: ['network.http'],
    });
  }
  const off = { ok: true, value: [{ id: 'sample', enabled: false, state: 'disabled' }] };
  expect(await app.call('plugins.list')).toMatchObject(off);

  // Asking only opens the consent view, which a script in the chat page cannot answer.
  const asked = app.call('plugins.requestEnable', { id: 'sample' });
  const consent = await app.consent();
  expect(await app.call('consent.current')).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  expect(await app.call('consent.decide', { requestId: 'x', choice: 'enable' })).toMatchObject({ ok: false });
  await pressAndClose(consent, 'Escape');
  await asked;
  expect(await app.call('plugins.list')).toMatchObject(off);
});

test('a script in the chat page cannot ask whether a path exists', async ({ app, home }) => {
  const there = writePackage(home);
  for (const path of [there, `${there}.missing`, '/etc/passwd', '\\\\server\\share\\x.zip']) {
    expect(await app.call('packages.open', { paths: [path] })).toMatchObject({
      ok: false,
      error: { code: 'forbidden', message: expect.not.stringContaining(path) },
    });
  }
  // A file a script makes has no path, whatever it is called.
  const dropped = await app.page.evaluate(
    (name) => window.secagent.openDropped([new File(['x'], name)]),
    there,
  );
  expect(dropped).toEqual({ ok: true, value: false });
  await expect(app.page.getByText('正在检查')).toBeHidden();
  expect(app.electron.windows()).toHaveLength(1);
});

test('the file picker and removal called raw: one ends at the consent view, the other takes away only', async ({
  app,
  home,
}) => {
  await app.electron.evaluate(({ dialog }, file) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [file] });
  }, writePackage(home));
  const picked = app.call('packages.pick');
  const consent = await app.consent();
  expect(await app.call('plugins.list')).toEqual({ ok: true, value: [] });
  await pressAndClose(consent, 'Enter');
  await picked;
  expect(await app.call('plugins.list')).toMatchObject({ value: [{ id: 'sample', enabled: false }] });
  expect(await app.call('packages.pick', { path: '/etc/passwd' })).toMatchObject({
    error: { code: 'params_invalid' },
  });
  expect(await app.call('plugins.remove', { id: '../sample' })).toMatchObject({
    error: { code: 'params_invalid' },
  });
  expect(await app.call('plugins.remove', { id: 'sample' })).toMatchObject({ ok: true });
  expect(await app.call('plugins.list')).toEqual({ ok: true, value: [] });
});
