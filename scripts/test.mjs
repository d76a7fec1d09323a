// `npm test`: set-up, build, check, unit tests, tests on the real app; the sum of all on the last line.
import { check } from './check.mjs';
import { e2e } from './e2e.mjs';
import { runNode } from './lib/run.mjs';
import { at, say } from './lib/terminal.mjs';
import { setUp } from './setup.mjs';
import { unit } from './unit.mjs';

// Whatever ends the run early, the last line still counts it.
let summary = '0 passed, 1 failed';
process.on('exit', () => console.log(summary));

await setUp({ window: true });

const build = async () => {
  const code = await runNode([at('scripts/build.mjs')]);
  return { passed: 0, failed: code === 0 ? 0 : 1 };
};

let passed = 0;
let failed = 0;
for (const [name, part] of Object.entries({ build, check, unit, e2e })) {
  const started = performance.now();
  const counts = await part();
  passed += counts.passed;
  failed += counts.failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  say(`${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`);
}

summary = `${passed} passed, ${failed} failed`;
process.exit(failed === 0 ? 0 : 1);
