// Puts everything in place that a build, a start or a test needs; quick when it is there already.
// Runs on the system's Node before any package exists, so nothing here imports one.

import { isEntry, runNode } from './lib/run.mjs';
import { at, say } from './lib/terminal.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { linkOwnCommand } from './setup/own-command.mjs';
import { ensureSystemPackages } from './setup/system-packages.mjs';
import { checkOwnNode, checkVersions } from './setup/versions.mjs';

/** `window: true` when a window will be opened: what only a window needs is then an error when it cannot be had. */
export async function setUp({ window }) {
  await setUpPackages();
  const code = await runNode([at('scripts/setup/electron.mjs')]);
  if (code !== 0 && window) process.exit(code);
  await ensureSystemPackages({ window });
}

/** The packages alone: enough to build and to check. */
async function setUpPackages() {
  checkVersions();
  await installDependencies();
  checkOwnNode();
  linkOwnCommand();
}

if (isEntry(import.meta.url)) {
  if (process.argv.includes('--packages')) await setUpPackages();
  else {
    await setUp({ window: true });
    say('everything is in place');
  }
}
