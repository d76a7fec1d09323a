import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCounts } from './test-results.mjs';

const folder = mkdtempSync(join(tmpdir(), 'secagent-results-'));
const report = join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true }));

const pick = ({ passed, failed }) => ({ passed, failed });

it('counts a run that failed without a failed test as one failure', () => {
  writeFileSync(report, '{"passed":3,"failed":0}');
  expect(readCounts(report, 0, pick)).toEqual({ passed: 3, failed: 0 });
  expect(readCounts(report, 1, pick)).toEqual({ passed: 3, failed: 1 });
  expect(readCounts(`${report}.missing`, 1, pick)).toEqual({ passed: 0, failed: 1 });
});
