// Everything that can be said about the code without running it: types, lint, import boundaries, unused parts.
import { collect, isEntry, ownNode } from './lib/run.mjs';
import { at, say } from './lib/terminal.mjs';

const tool = (path) => at('node_modules', path);

const STEPS = {
  ...Object.fromEntries(
    ['node', 'prelude', 'renderer', 'e2e'].map((project) => [
      `types of ${project}`,
      [tool('typescript/bin/tsc'), '--pretty', '-p', at(`tsconfig.${project}.json`)],
    ]),
  ),
  'lint and format': [
    tool('@biomejs/biome/bin/biome'),
    'ci',
    '--error-on-warnings',
    '--diagnostic-level=warn',
    '--colors=off',
    '--max-diagnostics=40',
    at(),
  ],
  'import boundaries': [at('scripts/check/boundaries.mjs')],
  'unused files, exports and dependencies': [tool('knip/bin/knip.js'), '--no-progress'],
};

/** Runs every step, prints what the failed ones say; answers `{passed, failed}`. */
export async function check() {
  const result = { passed: 0, failed: 0 };
  for (const [name, args] of Object.entries(STEPS)) {
    const { code, output } = await collect(ownNode(), args);
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
    if (code === 0) result.passed += 1;
    else {
      result.failed += 1;
      process.stdout.write(`${output.trimEnd()}\n`);
    }
  }
  return result;
}

if (isEntry(import.meta.url)) {
  const { passed, failed } = await check();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
