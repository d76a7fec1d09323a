// `npm run bench -- start`: what a user waits for first, as ratios against the least it could be.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './install.mjs';
import { ruleTurn } from './rule-turn.mjs';
import { windowStart } from './window-start.mjs';

const PARTS = { windowStart, ruleTurn, install };

/** `{rows, notes, figures}`: what table.mjs prints, and every single measurement. */
export async function start({ rounds, progress }) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'secagent-bench-'));
  const report = { rows: [], notes: [], figures: {} };
  try {
    for (const [name, part] of Object.entries(PARTS)) {
      const { rows, notes, ...figures } = await part({ rounds, folder, progress });
      report.rows.push(...rows);
      report.notes.push(...notes);
      report.figures[name] = figures;
    }
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
