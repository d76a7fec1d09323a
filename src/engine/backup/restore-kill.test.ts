import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../../fixtures/command-line';
import { startEngine } from '../../../fixtures/engine';
import { temporaryFolder } from '../../../fixtures/temporary';

const killer = new URL('../../../fixtures/kill-at-step.mjs', import.meta.url).href;

/** A home whose backup was taken at 'old' and that waits to be restored over 'new'. */
async function waiting(home: string): Promise<void> {
  const engine = startEngine({ home });
  const say = (word: string) => {
    engine.sessions.create();
    engine.settings.update((all) => {
      all.preferences.theme = word === 'old' ? 'light' : 'dark';
    });
    mkdirSync(join(engine.directories.pluginData, word));
    writeFileSync(join(engine.directories.pluginData, word, 'file'), word);
  };
  say('old');
  const path = join(home, 'backup.zip');
  await engine.backups.write(path);
  say('new');
  const { restoreId } = await engine.backups.inspect(path);
  await engine.backups.commit(restoreId);
}

it('security/22-kill-at-every-step: a restore killed anywhere is completed by the next start', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  const prepared = join(folder, 'prepared');
  mkdirSync(prepared);
  await waiting(prepared);
  let kills = 0;
  for (let step = 1, killed = true; killed; step++) {
    const home = join(folder, String(step));
    cpSync(prepared, home, { recursive: true });
    const result = await runCommand(['sessions', 'list', '--json'], {
      home,
      env: { KILL_AT_STEP: String(step), KILL_WATCHED: home },
      nodeArguments: ['--import', killer],
    });
    killed = result.signal !== null;
    if (killed) kills++;
    const engine = startEngine({ home });
    const { data, pluginData, restore } = engine.directories;
    expect([step, engine.sessions.list().length, engine.settings.read().preferences.theme]).toEqual([
      step,
      1,
      'light',
    ]);
    expect(readdirSync(pluginData)).toEqual(['old']);
    expect(existsSync(restore) ? readdirSync(restore) : []).toEqual([]);
    expect(readdirSync(data).filter((name) => name.includes('damaged'))).toEqual([]);
    await engine.dispose();
  }
  expect(kills).toBeGreaterThan(10);
});

it('what can’t be put in place is undone, and everything is as it was', async () => {
  const home = temporaryFolder();
  await waiting(home);
  // The settings of the backup are missing: the last step fails.
  const ready = join(home, 'data', 'restore', 'ready', 'settings.json');
  rmSync(ready);
  const engine = startEngine({ home });
  expect(engine.sessions.list()).toHaveLength(2);
  expect(engine.settings.read().preferences.theme).toBe('dark');
  expect(readdirSync(engine.directories.pluginData).sort()).toEqual(['new', 'old']);
  expect(readdirSync(engine.directories.restore)).toEqual([]);
});
