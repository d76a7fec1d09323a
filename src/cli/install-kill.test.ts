import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../fixtures/command-line';
import { hostEntry } from '../../fixtures/engine';
import { temporaryFolder } from '../../fixtures/temporary';
import { nativePackage } from '../../fixtures/zip';
import { Engine } from '../engine';

const killer = new URL('../../fixtures/kill-at-step.mjs', import.meta.url).href;

/** A package whose three files must always be of one version. */
const version = (number: string) =>
  nativePackage({
    manifest: { id: 'twin', name: 'Twin', version: number },
    main: `export function activate() {} // ${number}`,
    files: { 'part.txt': number },
  });

/** What a fresh start finds: the installed version, after making sure its tree is whole and nothing else is left. */
async function installedVersion(home: string): Promise<string | null> {
  const engine = new Engine({ hostEntry, home, env: {}, runs: () => false });
  const [plugin] = engine.plugins.list();
  const { store, staging } = engine.directories;
  await engine.dispose();
  const trees = readdirSync(store).flatMap((id) =>
    readdirSync(join(store, id)).map((tree) => join(store, id, tree)),
  );
  expect(readdirSync(staging)).toEqual([]);
  expect(trees).toHaveLength(plugin ? 1 : 0);
  if (!plugin) return null;
  const [tree = ''] = trees;
  expect(readFileSync(join(tree, 'part.txt'), 'utf8')).toBe(plugin.version);
  expect(readFileSync(join(tree, 'main.mjs'), 'utf8')).toContain(plugin.version);
  expect(JSON.parse(readFileSync(join(tree, 'secagent-plugin.json'), 'utf8')).version).toBe(plugin.version);
  return plugin.version;
}

it('security/22-kill-at-every-step: an install killed anywhere leaves the old version or the new one', {
  timeout: 180_000,
}, async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '1.0.0.zip'), version('1.0.0'));
  writeFileSync(join(folder, '2.0.0.zip'), version('2.0.0'));
  const install = (number: string, home: string, step: number) =>
    runCommand(['plugins', 'install', join(folder, `${number}.zip`), '--enable', '--yes'], {
      home: folder,
      env: { SECAGENT_HOME: home, KILL_AT_STEP: String(step), KILL_WATCHED: join(home, 'data', 'plugins') },
      nodeArguments: ['--import', killer],
    });
  const seen = new Set<string | null>();
  const complete = join(folder, 'complete');
  for (const [before, number] of [
    [null, '1.0.0'],
    ['1.0.0', '2.0.0'],
  ] as const) {
    for (let step = 1, killed = true; killed; step++) {
      const home = join(folder, `${number}-${step}`);
      if (before) cpSync(complete, home, { recursive: true });
      const result = await install(number, home, step);
      killed = result.signal !== null;
      const found = await installedVersion(home);
      if (killed) expect([before, number]).toContain(found);
      else expect({ code: result.code, found }).toEqual({ code: 0, found: number });
      if (!killed && !before) cpSync(home, complete, { recursive: true });
      seen.add(found);
    }
  }
  // The kills reached both sides of the swap.
  expect(seen).toEqual(new Set([null, '1.0.0', '2.0.0']));
});
