// The engine's side of the sandbox, made into one file that the bench can import: the sources as `npm run build` bundles them.
import { join } from 'node:path';
import { build } from 'esbuild';
import { NODE_SIDE } from '../../scripts/build/node-side.mjs';
import { at } from '../../scripts/lib/terminal.mjs';

/** Writes it into the folder and returns its path; it exports `PluginHosts` and `hostArguments`. */
export async function bundleEngineSide(folder) {
  const outfile = join(folder, 'engine-side.mjs');
  const contents = `
    export { PluginHosts } from './src/engine/plugin-host';
    export { hostArguments } from './src/engine/plugin-host/host-process';`;
  const stdin = { contents, resolveDir: at(), sourcefile: 'engine-side.ts' };
  await build({ ...NODE_SIDE, outdir: undefined, outfile, sourcemap: false, stdin });
  return outfile;
}
