// A message to the demo model with 300 skills in the configuration and 300 patterns of a plugin, against one without any.
import { compare } from '../figures.mjs';
import { newHome } from '../start/electron.mjs';
import { openEngine } from '../start/engine-process.mjs';
import { homeWithSkills, SKILLS } from './home.mjs';

const MESSAGES = 12;
const LIMIT_MS = 20;
/** The engine remembers a list of skills for a second; what is measured is a message that has to read them. */
const LIST_FORGOTTEN_MS = 1_100;
const MESSAGE = '今天天气怎么样？';

/** Rows and notes for the table, and every single figure. */
export async function matching({ folder, progress }) {
  progress(`${MESSAGES} messages with ${SKILLS} skills and ${SKILLS} patterns, and as many without`);
  const plain = await openEngine(newHome(folder));
  const skilled = await openEngine(await homeWithSkills(folder));
  try {
    await pluginsReady(skilled);
    await send(plain);
    await send(skilled);
    const runs = [];
    for (let number = 0; number < MESSAGES; number++) {
      await new Promise((resolve) => setTimeout(resolve, LIST_FORGOTTEN_MS));
      const without = await send(plain);
      const first = await send(skilled);
      runs.push({ without, first, second: await send(skilled) });
    }
    return { rows: [row('first', runs), row('second', runs)], notes: [], runs };
  } finally {
    await Promise.all([plain.end(), skilled.end()]);
  }
}

function row(which, runs) {
  const what = { first: 'skills read again', second: 'skills just read' }[which];
  return compare(`what ${SKILLS} skills and ${SKILLS} patterns add to a message, ${what}`, {
    unit: 'ms',
    values: runs.map((run) => Math.max(0, run[which] - run.without)),
    baselines: runs.map((run) => run.without),
    against: 'the message without any',
    limit: LIMIT_MS,
  });
}

async function send(engine) {
  const { id } = await engine.request('sessions.create', {});
  const began = performance.now();
  await engine.request('chat.send', { sessionId: id, text: MESSAGE });
  return performance.now() - began;
}

async function pluginsReady(engine) {
  const until = performance.now() + 15_000;
  while (performance.now() < until) {
    const plugins = await engine.request('plugins.list', {});
    if (plugins.length > 0 && plugins.every(({ state }) => state === 'ready')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the plugin did not get ready');
}
