// The first script of every plugin's isolate: one platform-neutral file without imports.
import { existsSync } from 'node:fs';
import { build } from 'esbuild';
import { at, say } from '../lib/terminal.mjs';

export async function buildPrelude() {
  const source = 'src/plugin-host/prelude/prelude.ts';
  if (!existsSync(at(source))) return say(`skipped ${source}: not there yet`);
  await build({
    absWorkingDir: at(),
    entryPoints: [at(source)],
    outfile: at('out/plugin-host/prelude.js'),
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
