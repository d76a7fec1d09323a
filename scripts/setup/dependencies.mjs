// Installs the packages of the lockfile, when what is installed is not what it says.
import { readFileSync, rmSync } from 'node:fs';
import { collect, npm } from '../lib/run.mjs';
import { at, fail, say } from '../lib/terminal.mjs';
import { explain } from './explain.mjs';

// npm's own patience is two and a half minutes before it says that there is no network.
const PATIENCE = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=8000'];

const INSTALLED = at('node_modules', '.package-lock.json');

/** Brings node_modules to the state of package-lock.json. */
export async function installDependencies() {
  if (isInstalled()) return;
  say('installing packages from the lockfile (about a minute) …');
  const { command, args, options } = npm([
    ...installCommand(),
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=warn',
    ...PATIENCE,
  ]);
  const { code, output } = await collect(command, args, options);
  // A file that could not be unpacked (a full disk) is a mere warning to npm, which then records a good end.
  const damaged = output.includes('TAR_ENTRY_ERROR');
  if (damaged) rmSync(INSTALLED, { force: true });
  if (code !== 0 || damaged) fail(`The packages could not be installed: ${explain(errorsIn(output))}`);
  if (!isInstalled())
    fail(
      'npm ended without installing what package-lock.json lists; delete node_modules and run this again.',
    );
}

// `npm ci` removes node_modules first. Windows cannot delete a program that runs, and after the first
// set-up that program is the Node inside node_modules; `npm install` leaves it in place.
function installCommand() {
  const runsFromPackages = process.execPath.startsWith(at('node_modules'));
  return process.platform === 'win32' && runsFromPackages ? ['install', '--no-save'] : ['ci'];
}

function errorsIn(output) {
  const lines = output.split('\n');
  return lines.filter((line) => /^npm error|TAR_ENTRY_ERROR/.test(line)).join('\n');
}

// npm writes this file as the last step of every installation.
function isInstalled() {
  const wanted = packagesOf(at('package-lock.json'));
  const installed = packagesOf(INSTALLED);
  if (!wanted) fail('package-lock.json is missing or cannot be read; get a complete copy of the project.');
  if (!installed) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    if (path === '' || (optional && !found)) return true;
    return found?.version === version && found.integrity === integrity;
  });
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  } catch {
    return undefined; // not installed yet
  }
}
