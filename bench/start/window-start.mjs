// Spawn → usable, and memory at rest: an empty window, the app on its first start, without and with a plugin, in turn.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { at } from '../../scripts/lib/terminal.mjs';
import { compare, median } from '../figures.mjs';
import { appEnvironment, launch, newHome } from './electron.mjs';
import { installPoints } from './points.mjs';
import { memoryOfTree, total } from './process-tree.mjs';

const GOALS = { time: 1.6, memory: 2 };
const AT_REST_AFTER_MS = 3_000;

const WINDOWS = ['new empty', 'first', 'empty', 'app', 'points'];

/** Rows and notes for the table, and every single figure. */
export async function windowStart({ rounds, folder, progress }) {
  const starts = await prepare(folder);
  const runs = [];
  // The first round fills the caches of the system and of both profiles, and counts for nothing.
  for (let round = 0; round <= rounds; round++) {
    progress(
      round === 0 ? 'starting every window once to warm up' : `window starts, round ${round}/${rounds}`,
    );
    const run = {};
    for (const name of WINDOWS) run[name] = await measure(starts[name]());
    if (round > 0) runs.push(run);
  }
  return { rows: rows(runs), notes: notes(runs), runs };
}

async function prepare(folder) {
  const newProfile = () => mkdtempSync(join(folder, 'profile-'));
  const empty = (profile) => ({
    folder: at('bench/start/empty-window'),
    moment: 'page',
    env: appEnvironment(folder, { SECAGENT_BENCH_PROFILE: profile }),
  });
  const app = (home) => ({ folder: at(), moment: 'composer', env: appEnvironment(home) });
  const profile = newProfile();
  const homes = { app: newHome(folder), points: newHome(folder) };
  await installPoints(homes.points);
  return {
    'new empty': () => empty(newProfile()),
    first: () => app(newHome(folder)),
    empty: () => empty(profile),
    app: () => app(homes.app),
    points: () => app(homes.points),
  };
}

async function measure({ folder, ...options }) {
  const window = await launch(folder, options);
  try {
    await wait(AT_REST_AFTER_MS);
    const processes = process.platform === 'linux' ? memoryOfTree(window.pid) : null;
    return { marks: window.marks, processes };
  } finally {
    await window.quit();
  }
}

function rows(runs) {
  const time = (name) => runs.map((run) => run[name].marks.usable);
  const memory = (name, figure) => runs.map((run) => total(run[name].processes ?? [], figure));
  const row = (what, unit, pick, [name, baseline], goal) => {
    const values = pick(name);
    const baselines = pick(baseline);
    const measured = [...values, ...baselines].every((figure) => figure);
    return measured ? [compare(what, { unit, values, baselines, against: 'empty window', goal })] : [];
  };
  const rss = (name) => memory(name, 'rss');
  const pss = (name) => memory(name, 'pss');
  return [
    ...row('spawn → usable, first start', 'ms', time, ['first', 'new empty'], GOALS.time),
    ...row('spawn → usable, no plugin', 'ms', time, ['app', 'empty'], GOALS.time),
    ...row('spawn → usable, one plugin', 'ms', time, ['points', 'empty'], null),
    ...row('memory (RSS), first start', 'MiB', rss, ['first', 'new empty'], GOALS.memory),
    ...row('memory (RSS), no plugin', 'MiB', rss, ['app', 'empty'], GOALS.memory),
    ...row('memory (RSS), one plugin', 'MiB', rss, ['points', 'empty'], null),
    ...row('memory (PSS), first start', 'MiB', pss, ['first', 'new empty'], GOALS.memory),
    ...row('memory (PSS), no plugin', 'MiB', pss, ['app', 'empty'], GOALS.memory),
    ...row('memory (PSS), one plugin', 'MiB', pss, ['points', 'empty'], null),
  ];
}

function notes(runs) {
  const found = ['empty', 'app'].map((name) => `${name}, ms after spawn: ${marksOf(runs, name)}`);
  if (runs[0].empty.processes === null) return [...found, 'memory is measured on Linux only'];
  for (const name of ['empty', 'app', 'points']) {
    found.push(`${name}, MiB RSS/PSS: ${processesOf(runs.map((run) => run[name].processes))}`);
  }
  if (runs.some((run) => total(run.app.processes, 'pss') === null)) {
    found.push('PSS is missing: the system hides the memory of sandboxed processes from this user');
  }
  return found;
}

function marksOf(runs, name) {
  return Object.keys(runs[0][name].marks)
    .map((mark) => `${mark} ${median(runs.map((run) => run[name].marks[mark])).toFixed(0)}`)
    .join(', ');
}

function processesOf(trees) {
  const kinds = [...new Set(trees.flat().map(({ kind }) => kind))];
  const sum = (kind, figure) => {
    const sums = trees.map((tree) =>
      total(
        tree.filter((process) => process.kind === kind),
        figure,
      ),
    );
    return sums.includes(null) ? '?' : median(sums).toFixed(0);
  };
  return kinds.map((kind) => `${kind} ${sum(kind, 'rss')}/${sum(kind, 'pss')}`).join(', ');
}
