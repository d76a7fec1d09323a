// Processes of plugins beside a window that is in use: how long they take to start, what the window's main process
// notices of it, and what each of them weighs.
import { setTimeout as wait } from 'node:timers/promises';
import { compare, median } from '../figures.mjs';
import { openApp } from '../start/electron.mjs';
import { memoryOfTree } from '../start/process-tree.mjs';
import { startBare } from './bare.mjs';
import { bundleEngineSide } from './engine-side.mjs';
import { homeWithPlugins } from './many-plugins.mjs';

const COUNTS = [1, 10, 30];
const WEIGHED_WITH = 10;
const LIMITS = { mainMs: 50, pssMiB: 40 };
const AT_REST_MS = 3_000;
const WITHIN_MS = 60_000;
/** What the engine waits before it starts a plugin again that has ended (`defaultRestartPolicy`). */
const PAUSE_MS = 500;

/** Rows and notes for the table, and every single figure. */
export async function pluginStarts({ rounds, folder, progress }) {
  if (process.platform !== 'linux') return { rows: [], notes: ['plugin starts are measured on Linux only'] };
  const { hostArguments } = await import(await bundleEngineSide(folder));
  const bare = () => startBare(hostArguments, folder);
  const homes = {};
  for (const count of COUNTS) {
    progress(`installing ${count} plugins`);
    homes[count] = await homeWithPlugins(folder, count);
  }
  const runs = [];
  for (let round = 1; round <= rounds; round++) {
    progress(`starts of ${COUNTS.join(', ')} plugins, round ${round}/${rounds}`);
    const run = { bareMs: await timeBare(bare) };
    for (const count of COUNTS) run[count] = await inWindow(homes[count], count, bare);
    runs.push(run);
  }
  return { rows: rows(runs), notes: notes(runs), runs };
}

async function timeBare(bare) {
  const began = performance.now();
  const { end } = await bare();
  const ms = performance.now() - began;
  await end();
  return ms;
}

/**
 * The window is in use before plugins start: they are ended all at once, and the engine starts them again as it starts
 * them otherwise, two at a time.
 */
async function inWindow(home, count, bare) {
  const { app, page } = await openApp(home);
  try {
    await page.evaluate(allReady, { count, restarts: 0, withinMs: WITHIN_MS });
    await app.evaluate(watchMain);
    await wait(AT_REST_MS);
    const restMs = await app.evaluate(longestTask);
    const memory = await weigh(app.process().pid, bare);

    const restarted = page.evaluate(allReady, { count, restarts: 1, withinMs: WITHIN_MS });
    await app.evaluate(longestTask); // forgets what weighing did
    const began = performance.now();
    for (const { pid } of pluginsOf(app)) process.kill(pid, 'SIGKILL');
    await restarted;
    const readyMs = performance.now() - began - PAUSE_MS;
    return { readyMs, restMs, mainMs: await app.evaluate(longestTask), memory };
  } finally {
    await app.close();
  }
}

function pluginsOf(app) {
  return memoryOfTree(app.process().pid).filter(({ kind }) => kind === 'plugin');
}

/** MiB of each plugin, and of a bare process that is there at the same time and shares as much. */
async function weigh(root, bare) {
  const { pid, end } = await bare();
  await wait(AT_REST_MS / 3);
  const [{ pss: bareMiB }] = memoryOfTree(pid);
  const plugins = memoryOfTree(root).filter(({ kind }) => kind === 'plugin');
  await end();
  return { bareMiB, pss: plugins.map(({ pss }) => pss), rss: plugins.map(({ rss }) => rss) };
}

function rows(runs) {
  const of = (count, figure) => runs.map((run) => run[count][figure]);
  const [one, ...more] = COUNTS;
  const memory = runs.map((run) => run[WEIGHED_WITH].memory);
  return [
    compare('spawn → ready, 1 plugin', {
      unit: 'ms',
      values: of(one, 'readyMs'),
      baselines: runs.map(({ bareMs }) => bareMs),
      against: 'a bare Node with an isolate',
    }),
    ...more.map((count) =>
      compare(`spawn → ready, ${count} plugins`, {
        unit: 'ms',
        values: of(count, 'readyMs'),
        baselines: of(one, 'readyMs'),
        against: '1 plugin',
      }),
    ),
    ...COUNTS.map((count) =>
      compare(`longest task of main, ${count} starting`, {
        unit: 'ms',
        values: of(count, 'mainMs'),
        baselines: of(count, 'restMs'),
        against: 'the same window at rest',
        limit: LIMITS.mainMs,
      }),
    ),
    compare(`memory (PSS) of a plugin, ${WEIGHED_WITH} running`, {
      unit: 'MiB',
      values: memory.map(({ pss }) => median(pss)),
      baselines: memory.map(({ bareMiB }) => bareMiB),
      against: 'a bare Node with an isolate',
      limit: LIMITS.pssMiB,
    }),
  ];
}

function notes(runs) {
  const longest = COUNTS.map((count) => Math.max(...runs.map((run) => run[count].mainMs)).toFixed(0));
  const weights = COUNTS.map((count) => {
    const figure = (name) => median(runs.flatMap((run) => run[count].memory[name])).toFixed(1);
    return `${count} running ${figure('rss')}/${figure('pss')}`;
  });
  return [
    `longest task of main in any round, ms, with ${COUNTS.join(', ')} starting: ${longest.join(', ')}`,
    `a plugin's process, MiB RSS/PSS: ${weights.join(', ')}`,
  ];
}

// Below: these run in the page, and in the window's main process.

/** Asks again whenever something changes, so that the asking is no work beside the starting. */
function allReady({ count, restarts, withinMs }) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the plugins did not get ready')), withinMs);
    const look = async () => {
      const { ok, value } = await window.secagent.call('plugins.list', {});
      const ready = (plugin) => plugin.state === 'ready' && plugin.stats.restarts >= restarts;
      if (!ok || value.length < count || !value.every(ready)) return;
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = window.secagent.on('plugins.changed', look);
    void look();
  });
}

function watchMain() {
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
  globalThis.benchDelay = monitorEventLoopDelay({ resolution: 1 });
  globalThis.benchDelay.enable();
}

/** In ms since the last time it was asked. */
function longestTask() {
  const { max } = globalThis.benchDelay;
  globalThis.benchDelay.reset();
  return max / 1e6;
}
