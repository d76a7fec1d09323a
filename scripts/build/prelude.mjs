// The first script of every plugin's isolate: one platform-neutral file without imports, and a snapshot of what it leaves behind.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';
import { runNode } from '../lib/run.mjs';
import { at, say } from '../lib/terminal.mjs';

const SCRIPT = at('out/plugin-host/prelude.js');
const SNAPSHOT = at('out/plugin-host/prelude.snapshot');

export async function buildPrelude() {
  // First, so that no other script is ever beside it.
  rmSync(SNAPSHOT, { force: true });
  await buildScript();
  const code = await runNode(['--no-node-snapshot', at('scripts/build/snapshot.mjs'), SCRIPT, SNAPSHOT]);
  // Without it plugins start slower, and that is all.
  if (code !== 0) say('no snapshot of the prelude could be made; plugins will evaluate it');
}

async function buildScript() {
  await build({
    absWorkingDir: at(),
    entryPoints: [at('src/plugin-host/prelude/prelude.ts')],
    outfile: SCRIPT,
    bundle: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import', 'default'],
    format: 'iife',
    target: 'es2024',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
}
