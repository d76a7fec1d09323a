// Spawn → usable of the window with hundreds of skills, against the window without any.
import { at } from '../../scripts/lib/terminal.mjs';
import { compare } from '../figures.mjs';
import { appEnvironment, launch, newHome } from '../start/electron.mjs';
import { homeWithSkills, SKILLS } from './home.mjs';

/** Rows and notes for the table, and every single figure. */
export async function windowStart({ rounds, folder, progress }) {
  const homes = { plain: newHome(folder), skilled: await homeWithSkills(folder) };
  const runs = [];
  // The first round fills the caches of the system and of both profiles, and counts for nothing.
  for (let round = 0; round <= rounds; round++) {
    progress(
      round === 0 ? 'starting both windows once to warm up' : `window starts, round ${round}/${rounds}`,
    );
    const run = { plain: await start(homes.plain), skilled: await start(homes.skilled) };
    if (round > 0) runs.push(run);
  }
  const row = compare(`spawn → usable with ${SKILLS} skills and ${SKILLS} patterns`, {
    unit: 'ms',
    values: runs.map(({ skilled }) => skilled),
    baselines: runs.map(({ plain }) => plain),
    against: 'without any',
  });
  return { rows: [row], notes: [], runs };
}

async function start(home) {
  const { marks, quit } = await launch(at(), { moment: 'composer', env: appEnvironment(home) });
  await quit();
  return marks.usable;
}
