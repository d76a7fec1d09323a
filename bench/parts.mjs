// A bench is a few parts, measured one after the other in one folder that is gone afterwards.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `{rows, notes, figures}`: what table.mjs prints, and every single measurement. */
export async function measureParts(parts, { rounds, progress }) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'secagent-bench-'));
  const report = { rows: [], notes: [], figures: {} };
  try {
    for (const [name, part] of Object.entries(parts)) {
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
