// `npx secagent` in a checkout. npm links the commands of packages, not that of the project itself; npx would then
// install the checkout into its own cache first, which takes a second and stays broken when nothing was built yet.
import { lstatSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { at } from '../lib/terminal.mjs';

const LINK = at('node_modules/.bin/secagent');
const TARGET = '../../out/cli/secagent.js';

/** Links the command into node_modules/.bin, where npx looks first. */
export function linkOwnCommand() {
  if (process.platform === 'win32') return writeFileSync(`${LINK}.cmd`, `@node "%~dp0\\${TARGET}" %*\r\n`);
  const found = lstatSync(LINK, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && readlinkSync(LINK) === TARGET) return;
  rmSync(LINK, { force: true });
  symlinkSync(TARGET, LINK);
}
