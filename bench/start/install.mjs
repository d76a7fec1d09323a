// Installing a package of 20 MiB against unpacking the same file.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, median } from '../figures.mjs';
import { openEngine } from './engine-process.mjs';
import { largePackage } from './large-package.mjs';
import { secagent, timed } from './secagent-command.mjs';

const GOAL = 3;

/** Rows and notes for the table, and every single figure. */
export async function install({ rounds, folder, progress }) {
  const file = join(folder, 'large.zip');
  writeFileSync(file, largePackage());
  const unpacker = await findUnpacker(folder);
  const runs = [];
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? 'installing once to warm up' : `installs, round ${round}/${rounds}`);
    const run = {
      unpack: await inNewFolder(folder, (target) => timed(...unpacker.command(file, target))),
      command: await inNewFolder(folder, (home) => secagent(home, installArguments(file))),
      unpackAgain: await inNewFolder(folder, (target) => timed(...unpacker.command(file, target))),
      engine: await inNewFolder(folder, (home) => installInEngine(home, file)),
      list: await inNewFolder(folder, (home) => secagent(home, ['plugins', 'list', '--json'])),
    };
    if (round > 0) runs.push(run);
  }
  return { rows: rows(runs, unpacker), notes: notes(runs, file, unpacker), runs };
}

const installArguments = (file) => ['plugins', 'install', file, '--enable', '--yes', '--json'];

async function installInEngine(home, path) {
  const engine = await openEngine(home);
  const began = performance.now();
  const { candidateId } = await engine.request('packages.stage', { path });
  await engine.request('packages.commit', { candidateId, enable: true });
  const ms = performance.now() - began;
  await engine.end();
  return ms;
}

async function findUnpacker(folder) {
  const known = [
    {
      name: 'unzip',
      command: (file, target) => ['unzip', ['-q', file, '-d', target]],
      try: ['unzip', ['-v']],
    },
    {
      name: 'python3 -m zipfile',
      command: (file, target) => ['python3', ['-m', 'zipfile', '-e', file, target]],
      try: ['python3', ['--version']],
    },
  ];
  for (const unpacker of known) {
    const found = await timed(...unpacker.try, { cwd: folder }).then(
      () => true,
      () => false, // not on this machine
    );
    if (found) return unpacker;
  }
  throw new Error('neither unzip nor python3 is installed, so there is nothing to compare an install with');
}

async function inNewFolder(parent, work) {
  const folder = mkdtempSync(join(parent, 'install-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rows(runs, { name }) {
  const of = (figure) => runs.map((run) => run[figure]);
  const row = (what, values, baselines) =>
    compare(what, { unit: 'ms', values: of(values), baselines: of(baselines), against: name, goal: GOAL });
  return [
    row('install 20 MiB, whole command', 'command', 'unpack'),
    row('install 20 MiB, in a running engine', 'engine', 'unpackAgain'),
  ];
}

function notes(runs, file, { name }) {
  const listing = median(runs.map((run) => run.list)).toFixed(0);
  const found = [
    `the package has ${(statSync(file).size / 1024 / 1024).toFixed(2)} MiB in 1500 files; ` +
      `\`secagent plugins list\`, which installs nothing, takes ${listing} ms`,
  ];
  return name === 'unzip' ? found : [...found, `unzip is not installed, so this compares with ${name}`];
}
