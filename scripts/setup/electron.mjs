// Makes `require('electron')` answer: the official binary where it can be had, else a development runtime.
// Runs on the project's own Node, after the packages are installed.
import {
  accessSync,
  constants,
  lstatSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { at, fail, say } from '../lib/terminal.mjs';
import { isRemembered, remember } from './cache.mjs';
import { assembledFolder, assembledRuntime, canAssemble } from './electron-assembled.mjs';
import { downloadOfficial } from './electron-official.mjs';
import { explain } from './explain.mjs';

const PACKAGE = at('node_modules/electron');
const DIST = join(PACKAGE, 'dist');
const UNREACHABLE = 'electron-download-failed';
const DAY = 24 * 60 * 60 * 1000;

try {
  await ensureElectron();
} catch (error) {
  fail(`Electron could not be put in place: ${explain(error.stack ?? String(error))}`);
}

async function ensureElectron() {
  const wanted = createRequire(import.meta.url)(join(PACKAGE, 'package.json')).version;
  const found = installedVersion();
  if (found === wanted) return;
  // An assembled runtime stands in until the download has had its next chance.
  if (found && isAssembled() && isRemembered(UNREACHABLE, DAY)) return;

  if (!canAssemble() || !isRemembered(UNREACHABLE, DAY)) {
    unlink();
    say(`downloading Electron ${wanted} …`);
    const failure = await downloadOfficial(PACKAGE);
    if (!failure) return;
    if (!canAssemble()) throw new Error(failure);
    remember(UNREACHABLE);
    say('Electron cannot be downloaded from here; trying again in a day at the earliest.');
  }
  link(await assembledRuntime());
}

function installedVersion() {
  try {
    accessSync(join(DIST, readFileSync(join(PACKAGE, 'path.txt'), 'utf8')), constants.X_OK);
    return readFileSync(join(DIST, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return undefined; // not there, or a link into a cache that is gone
  }
}

// By the link's own text: a runtime of an older recipe is replaced.
function isAssembled() {
  return lstatSync(DIST).isSymbolicLink() && readlinkSync(DIST) === assembledFolder();
}

function link(runtime) {
  unlink();
  symlinkSync(runtime, DIST);
  writeFileSync(join(PACKAGE, 'path.txt'), 'electron');
}

// Only ever the link: removing through it would empty the cache that other checkouts use.
function unlink() {
  rmSync(join(PACKAGE, 'path.txt'), { force: true });
  const found = lstatSync(DIST, { throwIfNoEntry: false });
  if (found) rmSync(DIST, { recursive: !found.isSymbolicLink(), force: true });
}
