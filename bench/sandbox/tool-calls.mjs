// Engine → plugin → engine against the two things it is made of: a call into an isolate, and a frame to another process
// and back.
import { fork } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { at } from '../../scripts/lib/terminal.mjs';
import { compare, median, quantile } from '../figures.mjs';
import { bundleEngineSide } from './engine-side.mjs';

const GOAL = 1.5;
/** Until all sides run compiled code, it is the compilers on their own threads that are measured. */
const WORK = { warmUp: 3_000, calls: 2_000, longTexts: 7 };
const LONG_TEXTS = { latin1: 'text of 4 MB, Latin', chinese: 'text of 4 MB, Chinese' };
const US_PER_MS = 1_000;

/** Rows and notes for the table, and every single figure. */
export async function toolCalls({ rounds, folder, progress }) {
  const engineSide = await bundleEngineSide(folder);
  const runs = [];
  for (let round = 1; round <= rounds; round++) {
    progress(`${WORK.calls} tool calls, round ${round}/${rounds}`);
    runs.push(await inNewProcess(engineSide, folder));
  }
  return { rows: rows(runs), notes: notes(runs), runs };
}

function inNewProcess(engineSide, folder) {
  return new Promise((resolve, reject) => {
    const caller = fork(at('bench/sandbox/caller.mjs'), [engineSide, folder], {
      execArgv: ['--no-node-snapshot'], // isolated-vm needs it
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    let series;
    caller.once('error', reject);
    caller.on('message', (message) => {
      series = message;
    });
    caller.once('exit', (code) => {
      if (series) resolve(series);
      else reject(new Error(`the process that calls ended with code ${code}`));
    });
    caller.send(WORK);
  });
}

function rows(runs) {
  const short = (share, way) => runs.map((run) => quantile(way(run.short), share) * US_PER_MS);
  const call = (name, share, goal, against, baseline) =>
    compare(`tool call, ${name}`, {
      unit: 'µs',
      values: short(share, sandbox),
      baselines: short(share, baseline),
      against: `${against}, ${name}`,
      goal,
    });
  const text = (kind) =>
    compare(LONG_TEXTS[kind], {
      unit: 'ms',
      values: runs.map((run) => median(sandbox(run.long[kind]))),
      baselines: runs.map((run) => median(isolateAndPipe(run.long[kind]))),
      against: 'isolate + pipe',
    });
  return [
    call('p50', 0.5, GOAL, 'isolate + pipe', isolateAndPipe),
    call('p95', 0.95, GOAL, 'isolate + pipe', isolateAndPipe),
    call('p50', 0.5, null, 'the function in process', ({ inProcess }) => inProcess),
    ...Object.keys(LONG_TEXTS).map(text),
  ];
}

const sandbox = (series) => series.sandbox;

/** Both once, measured right after each other. */
function isolateAndPipe({ isolate, pipe }) {
  return isolate.map((ms, index) => ms + pipe[index]);
}

function notes(runs) {
  const show = (name) => {
    const at = (share) => median(runs.map(({ short }) => quantile(short[name], share))) * US_PER_MS;
    return `${name} ${at(0.5).toFixed(1)}/${at(0.95).toFixed(1)}`;
  };
  const ways = ['sandbox', 'isolate', 'pipe', 'inProcess'].map(show).join(', ');
  const [{ long }] = runs;
  const bytes = Object.keys(LONG_TEXTS).map((kind) => `${kind} ${long[kind].bytes}`);
  return [
    `tool call, µs p50/p95: ${ways}`,
    `a tool call keeps three threads at work in turn, which other work delays more than the parts it is compared with; load of the last minute: ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`,
    `bytes of the long texts in UTF-8, just below the limit of 4 MiB: ${bytes.join(', ')}`,
  ];
}
