// Builds what changed. `node scripts/build.mjs [desktop|node|prelude …] [--force]`; without names, everything.
import { existsSync } from 'node:fs';
import { buildDesktop } from './build/desktop.mjs';
import { buildNode } from './build/node-side.mjs';
import { buildPrelude } from './build/prelude.mjs';
import { isFresh, stamp } from './build/stamp.mjs';
import { at, fail, say } from './lib/terminal.mjs';

const SHARED = ['package-lock.json', 'scripts/build', 'src/shared', 'src/rpc'];
const PARTS = {
  prelude: {
    sources: [...SHARED, 'src/plugin-host', 'src/plugin-api'],
    outputs: ['out/plugin-host/prelude.js'],
    build: buildPrelude,
  },
  node: {
    sources: [...SHARED, 'src/engine', 'src/plugin-host', 'src/plugin-api', 'src/cli'],
    outputs: ['out/engine/engine.js', 'out/plugin-host/host.js', 'out/cli/secagent.js'],
    build: buildNode,
  },
  desktop: {
    sources: [
      ...SHARED,
      'electron.vite.config.ts',
      'src/main',
      'src/preload',
      'src/renderer',
      'src/plugin-api',
    ],
    outputs: [
      'out/main/index.js',
      'out/preload/chat.cjs',
      'out/preload/consent.cjs',
      'out/renderer/index.html',
      'out/renderer/consent.html',
    ],
    build: buildDesktop,
  },
};

const names = process.argv.slice(2).filter((argument) => argument in PARTS);
const force = process.argv.includes('--force');

for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
  const { sources, outputs, build } = PARTS[name];
  const built = outputs.every((output) => existsSync(at(output)));
  if (!force && built && isFresh(name, sources)) continue;
  const started = performance.now();
  const renewStamp = stamp(name, sources);
  try {
    await build();
  } catch (error) {
    fail(`The build of the ${name} part failed: ${error.message}`);
  }
  renewStamp();
  say(`built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
