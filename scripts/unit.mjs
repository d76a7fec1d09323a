// The unit tests. Extra arguments go to vitest: `npm run unit -- src/engine/agent`.
import { isEntry, runNode } from './lib/run.mjs';
import { at } from './lib/terminal.mjs';
import { readCounts, resultFile } from './lib/test-results.mjs';

/** Builds what the tests start as processes, runs them; answers `{passed, failed}`. */
export async function unit(args = []) {
  const built = await runNode([at('scripts/build.mjs'), 'prelude', 'host', 'engine']);
  if (built !== 0) return { passed: 0, failed: 1 };
  const report = resultFile('unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runNode([at('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args]);
  return readCounts(report, code, (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }));
}

if (isEntry(import.meta.url)) {
  const { passed, failed } = await unit(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
