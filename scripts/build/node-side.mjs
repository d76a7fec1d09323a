// The engine, the command line and the plugin host: ES modules for the Node that comes with the project.
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { at } from '../lib/terminal.mjs';

export const NODE_SIDE = {
  absWorkingDir: at(),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node26',
  // `module` first: some packages have a UMD `main` whose requires cannot be bundled.
  mainFields: ['module', 'main'],
  // Native, so it stays a package; only the plugin host loads it.
  external: ['isolated-vm'],
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  outdir: at('out'),
  // CommonJS packages inside an ES module still call require() for Node's own modules.
  banner: {
    js: "import { createRequire as $createRequire } from 'node:module';\nconst require = $createRequire(import.meta.url);",
  },
};

// Chunks lie one folder deep, as the entries do: `new URL('../plugin-host/host.js', import.meta.url)` means the same in both.
const SPLIT = { 'engine/engine': 'src/engine/entry.ts', 'cli/secagent': 'src/cli/main.ts' };
// One file of its own: the process of a plugin may read its bundle and nothing beside it.
const ALONE = { 'plugin-host/host': 'src/plugin-host/host.ts' };

export const buildPluginHost = () => bundle(ALONE, {});

export async function buildEngine() {
  const written = await bundle(SPLIT, {
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    metafile: true,
  });
  removeOldChunks(written);
  chmodSync(at('out/cli/secagent.js'), 0o755);
}

// After the build, not before: an app that is running may still be about to load one.
function removeOldChunks(written) {
  for (const name of readdirSync(at('out/chunks'))) {
    if (!written.includes(`out/chunks/${name}`)) rmSync(at('out/chunks', name));
  }
}

async function bundle(entries, options) {
  const { metafile } = await build({
    ...NODE_SIDE,
    ...options,
    entryPoints: Object.entries(entries).map(([out, source]) => ({ in: at(source), out })),
  });
  return Object.keys(metafile?.outputs ?? {});
}
