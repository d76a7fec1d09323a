// The Electron of this project, started as `npm start` does.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { at } from '../../scripts/lib/terminal.mjs';

const USABLE_WITHIN_MS = 60_000;
const GONE_WITHIN_MS = 10_000;

export const electronBinary = createRequire(import.meta.url)('electron');

/** Root cannot use the browser sandbox. */
export const electronFlags = process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : [];

/** A new home below `folder`, of somebody who has seen the welcome: the window opens with the composer. */
export function newHome(folder) {
  const home = mkdtempSync(join(folder, 'home-'));
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config', 'settings.json'), '{"preferences":{"welcomed":true}}');
  return home;
}

/** What the app is started with: nothing that would change how it runs, and a home of its own. */
export function appEnvironment(home, more = {}) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/_API_KEY$|^(SECAGENT|ELECTRON|NODE|npm)_/.test(name),
  );
  return { ...Object.fromEntries(kept), SECAGENT_HOME: home, ...more };
}

/**
 * Starts an app folder and waits until its window is usable: `{pid, marks, quit}`, `marks` in ms since just before
 * the process was spawned, by the clock of this process.
 */
export async function launch(folder, { moment, env }) {
  const args = [...electronFlags, '-r', at('bench/start/probe.cjs'), folder];
  const spawned = performance.now();
  const child = spawn(electronBinary, args, {
    cwd: at(),
    env: { ...env, SECAGENT_BENCH_MOMENT: moment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const gone = new Promise((resolve) => child.once('close', resolve));
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints = (complaints + text).slice(-2000);
  });
  const marks = {};
  try {
    await usable(child, marks, spawned);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${error.message}; it had reached: ${Object.keys(marks).join(', ')}\n${complaints}`);
  }
  return { pid: child.pid, marks, quit: () => quit(child, gone) };
}

function usable(child, marks, spawned) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the window was not usable within ${USABLE_WITHIN_MS / 1000} s`)),
      USABLE_WITHIN_MS,
    );
    const settle = (then, value) => {
      clearTimeout(timer);
      then(value);
    };
    child.on('message', ({ mark, error }) => {
      if (error) return settle(reject, new Error(`the page failed: ${error}`));
      marks[mark] = performance.now() - spawned;
      if (mark === 'usable') settle(resolve);
    });
    child.once('error', (error) => settle(reject, error));
    child.once('exit', () => settle(reject, new Error('Electron ended before its window was usable')));
  });
}

async function quit(child, gone) {
  const timer = setTimeout(() => child.kill('SIGKILL'), GONE_WITHIN_MS);
  if (child.connected) child.send('quit');
  await gone;
  clearTimeout(timer);
}

/** The app as a person has it open: its window can be asked and driven. */
export async function openApp(home) {
  const app = await _electron.launch({
    args: [...electronFlags, at()],
    cwd: at(),
    env: appEnvironment(home),
  });
  const page = await app.firstWindow();
  await page.locator('#composer').waitFor();
  return { app, page };
}
