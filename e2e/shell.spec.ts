import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, launch, test } from './fixtures';

test('the page reaches the shell by three functions and nothing else', async ({ app }) => {
  const surface = await app.page.evaluate(() => ({
    bridge: Object.keys(window.secagent).sort(),
    frozen: !Reflect.set(window.secagent, 'call', null),
    foreign: ['require', 'process', 'module', 'electron', 'ipcRenderer', 'secagentConsent'].filter(
      (n) => n in window,
    ),
  }));
  expect(surface).toEqual({ bridge: ['call', 'on', 'openDropped'], frozen: true, foreign: [] });
});

test('every page is sandboxed, isolated and without Node', async ({ app }) => {
  const preferences = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      const found = webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } =
        found.getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag };
    }),
  );
  expect(preferences).toEqual([
    { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false },
  ]);
});

test('the page cannot go anywhere, open anything or load anything', async ({ app }) => {
  const before = app.page.url();
  const tried = await app.page.evaluate(async () => {
    const attempt = (what: () => Promise<unknown>) =>
      what().then(
        () => 'done',
        () => 'refused',
      );
    const frame = document.createElement('iframe');
    frame.src = 'https://example.org/';
    document.body.append(frame);
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    const results = {
      fetch: await attempt(() => fetch('https://example.org/')),
      fetchOwn: await attempt(() => fetch('app://secagent/index.html')),
      window: window.open('https://example.org/') === null,
      camera: await attempt(() => navigator.mediaDevices.getUserMedia({ video: true })),
      notifications: Notification.permission,
      injected: 'injected' in window,
    };
    location.href = 'https://example.org/';
    return results;
  });
  expect(tried).toEqual({
    fetch: 'refused',
    fetchOwn: 'refused',
    window: true,
    camera: 'refused',
    notifications: 'denied',
    injected: false,
  });
  expect(app.page.url()).toBe(before);
  expect(app.electron.windows()).toHaveLength(1);
});

test('using the window breaks no content security policy', async ({ app }) => {
  const { page } = app;
  await page.getByRole('button', { name: '设置' }).click();
  await page.getByRole('tab', { name: '外观与语言' }).click();
  await page.getByRole('radio', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'New chat' })).toBeVisible();
  await page.getByRole('tab', { name: 'About' }).click();
  await expect(page.getByText(app.home, { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Capabilities' }).click();
  await expect(page.getByText('No plugins yet')).toBeVisible();
  expect(app.pageErrors).toEqual([]);
});

test('language and theme are there at the next start before the engine has answered', async ({ home }) => {
  const first = await launch({ home });
  await first.call('preferences.set', { language: 'en', theme: 'dark' });
  await expect(first.page.getByRole('button', { name: 'New chat' })).toBeVisible();
  await first.close();
  const second = await launch({ home });
  expect(new URL(second.page.url()).searchParams.get('lang')).toBe('en');
  expect(await second.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
  await second.close();
});

test('a killed engine comes back, and the window says so meanwhile', async ({ app }) => {
  const first = app.engine();
  process.kill(first.pid, 'SIGKILL');
  await expect(app.page.getByText('正在重新启动')).toBeVisible();
  await expect(app.page.getByText('正在重新启动')).toBeHidden();
  const status = await app.call('engine.status');
  expect(status.ok).toBe(true);
  expect(app.engine().pid).not.toBe(first.pid);
});

test('an engine that cannot start is given up with a way out, and the app still quits', async ({ home }) => {
  const obstacle = join(home, 'data', 'secagent.db');
  mkdirSync(obstacle, { recursive: true });
  const app = await launch({ home });
  const banner = app.page.getByRole('alert').filter({ hasText: '后台没能启动' });
  await expect(banner).toContainText('secagent.db'); // the engine's own reason
  // The same data would be just as unreadable at the next try: there was only one.
  expect(await app.call('engine.state')).toMatchObject({ value: { state: 'failed', restarts: 0 } });
  await app.close();

  const again = await launch({ home });
  await expect(again.page.getByText('后台没能启动')).toBeVisible();
  rmSync(obstacle, { recursive: true });
  await again.page.getByRole('button', { name: '再试一次' }).click();
  await expect(again.page.getByText('后台没能启动')).toBeHidden();
  expect(await again.call('engine.status')).toMatchObject({ ok: true });
  await again.close();
});
