// The first script of every plugin's isolate: one platform-neutral file without imports.
import { build } from 'esbuild';
import { at } from '../lib/terminal.mjs';

export async function buildPrelude() {
  await build({
    absWorkingDir: at(),
    entryPoints: [at('src/plugin-host/prelude/prelude.ts')],
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
