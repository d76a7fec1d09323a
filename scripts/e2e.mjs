// The tests on the real app. Extra arguments go to Playwright: `npm run e2e -- e2e/install.spec.ts`.
import { isEntry, ownNode, run, runNode } from './lib/run.mjs';
import { at } from './lib/terminal.mjs';
import { readCounts, resultFile } from './lib/test-results.mjs';

/** Builds the app and packs the examples, runs the tests on a display of their own where there is none. */
export async function e2e(args = []) {
  for (const script of ['build.mjs', 'examples.mjs']) {
    const code = await runNode([at('scripts', script)]);
    if (code !== 0) return { passed: 0, failed: 1 };
  }
  const report = resultFile('e2e.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const playwright = [
    at('node_modules/@playwright/test/cli.js'),
    'test',
    '--reporter=list,json',
    '--pass-with-no-tests',
    ...args,
  ];
  const code = needsDisplay()
    ? await run('xvfb-run', ['-a', '-s', '-screen 0 1440x960x24', ownNode(), ...playwright], { env })
    : await runNode(playwright, { env });
  return readCounts(report, code, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }));
}

function needsDisplay() {
  return process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
}

if (isEntry(import.meta.url)) {
  const { passed, failed } = await e2e(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
