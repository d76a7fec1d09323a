// The engine, the command line and the plugin host: ES modules for the Node that comes with the project.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { at, say } from '../lib/terminal.mjs';

const OPTIONS = {
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
  if (existsSync(at('out/cli/secagent.js'))) makeExecutable(at('out/cli/secagent.js'));
}

function makeExecutable(file) {
  const text = readFileSync(file, 'utf8');
  if (!text.startsWith('#!')) writeFileSync(file, `#!/usr/bin/env node\n${text}`);
  chmodSync(file, 0o755);
}

// After the build, not before: an app that is running may still be about to load one.
function removeOldChunks(written) {
  if (!existsSync(at('out/chunks'))) return;
  for (const name of readdirSync(at('out/chunks'))) {
    if (!written.includes(`out/chunks/${name}`)) rmSync(at('out/chunks', name));
  }
}

async function bundle(entries, options) {
  const present = Object.entries(entries).filter(([, source]) => existsSync(at(source)));
  for (const [, source] of Object.entries(entries)) {
    if (!existsSync(at(source))) say(`skipped ${source}: not there yet`);
  }
  if (present.length === 0) return [];
  const { metafile } = await build({
    ...OPTIONS,
    ...options,
    entryPoints: present.map(([out, source]) => ({ in: at(source), out })),
  });
  return Object.keys(metafile?.outputs ?? {});
}
