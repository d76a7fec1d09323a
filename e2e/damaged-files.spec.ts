import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, launch, test } from './fixtures';

test('a damaged database is set aside, and the window names where it is until that was read', async ({
  home,
}) => {
  mkdirSync(join(home, 'data'), { recursive: true });
  writeFileSync(join(home, 'data', 'secagent.db'), 'this is no database'.repeat(100));
  const app = await launch({ home });
  const banner = app.page.getByRole('alert').filter({ hasText: '本机的数据文件损坏了' });
  const kept = readdirSync(join(home, 'data')).find((name) => /^secagent\.db\.damaged-\d+$/.test(name));
  await expect(banner).toContainText(String(kept));
  await banner.getByRole('button', { name: '知道了' }).click();
  await expect(banner).toBeHidden();
  await app.close();
});

test('settings that cannot be read are said, and kept when they are replaced', async ({ home }) => {
  const settings = join(home, 'config', 'settings.json');
  writeFileSync(settings, '{"preferences": {');
  const app = await launch({ home });
  expect(await app.call('engine.status')).toMatchObject({
    value: { problems: [{ code: 'settings_damaged', details: { path: settings, setAside: null } }] },
  });
  await app.page.getByRole('button', { name: '跳过' }).click(); // changes a setting
  const banner = app.page.getByRole('alert').filter({ hasText: '设置文件读不出来，已换成新的' });
  await expect(banner).toContainText(/settings\.json\.damaged-\d+/);
  const kept = readdirSync(join(home, 'config')).find((name) => name.includes('damaged'));
  expect(readFileSync(join(home, 'config', String(kept)), 'utf8')).toBe('{"preferences": {');
  await app.close();
});
