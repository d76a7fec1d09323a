// Builds what changed. `node scripts/build.mjs [prelude|host|engine|desktop …] [--force]`; without names, everything.
import { existsSync } from 'node:fs';
import { buildDesktop } from './build/desktop.mjs';
import { buildEngine, buildPluginHost } from './build/node-side.mjs';
import { buildPrelude } from './build/prelude.mjs';
import { isFresh, stamp } from './build/stamp.mjs';
import { at, say } from './lib/terminal.mjs';

const SHARED = ['package-lock.json', 'scripts/build', 'src/shared', 'src/rpc', 'src/skill-file'];
const PARTS = {
  prelude: {
    sources: [...SHARED, 'src/plugin-host', 'src/plugin-api'],
    outputs: ['out/plugin-host/prelude.js'],
    build: buildPrelude,
  },
  host: {
    sources: [...SHARED, 'src/plugin-host', 'src/plugin-api'],
    outputs: ['out/plugin-host/host.js'],
    build: buildPluginHost,
  },
  engine: {
    sources: [...SHARED, 'src/engine', 'src/plugin-api', 'src/cli'],
    outputs: ['out/engine/engine.js', 'out/cli/secagent.js'],
    build: buildEngine,
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

let failed = false;
for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
  failed = !(await bringUpToDate(name, PARTS[name])) || failed;
}
process.exit(failed ? 1 : 0);

// A part that does not build keeps no other from being built.
async function bringUpToDate(name, { sources, outputs, build }) {
  const built = outputs.every((output) => existsSync(at(output)));
  if (!force && built && isFresh(name, sources)) return true;
  const started = performance.now();
  const renewStamp = stamp(name, sources);
  try {
    await build();
  } catch (error) {
    say(`the build of the ${name} part failed: ${error.message}`);
    return false;
  }
  renewStamp();
  say(`built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}
