// The download of the official binary, given up early when nothing arrives.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FIRST_BYTES_MS = 15_000;
const STALLED_MS = 60_000;

/** Runs the installer of the electron package; answers with nothing, or with the reason why it failed. */
export function downloadOfficial(packageFolder) {
  // The installer says nothing about its progress, but it downloads into the temporary folder: watch that.
  const folder = mkdtempSync(join(tmpdir(), 'secagent-electron-'));
  const env = {
    ...process.env,
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
    ELECTRON_GET_USE_PROXY: 'true',
    ELECTRON_GET_NO_PROGRESS: 'true',
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(packageFolder, 'install.js')], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    const watch = watchGrowth(folder, () => {
      output += '\nETIMEDOUT';
      child.kill('SIGKILL');
    });
    child.on('close', (code) => {
      clearInterval(watch);
      rmSync(folder, { recursive: true, force: true });
      resolve(code === 0 ? undefined : output || `the installer ended with code ${code}`);
    });
  });
}

function watchGrowth(folder, onStall) {
  let size = 0;
  let since = Date.now();
  return setInterval(() => {
    const now = sizeOf(folder);
    if (now !== size) {
      size = now;
      since = Date.now();
    } else if (Date.now() - since > (size === 0 ? FIRST_BYTES_MS : STALLED_MS)) {
      onStall();
    }
  }, 500);
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, file) => {
    return sum + (statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}
