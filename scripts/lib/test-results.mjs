// The reports that the test runners write, and the counts in them.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { at } from './terminal.mjs';

/** Where a runner shall write its report; an older report is gone afterwards. */
export function resultFile(name) {
  mkdirSync(at('out/test-results'), { recursive: true });
  const file = at('out/test-results', name);
  rmSync(file, { force: true });
  return file;
}

/**
 * `{passed, failed}` of a report. A runner that failed without a failed test (a crash, a file that
 * does not load) counts as one failure, so that it is never lost in the sum.
 */
export function readCounts(report, code, pick) {
  let counts;
  try {
    counts = pick(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    counts = { passed: 0, failed: 0 }; // it ended before it could write
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
