// A message that a rule answers, from Enter to the reply in the page, against single calls on the same way.
import { compare, quantile } from '../figures.mjs';
import { newHome, openApp } from './electron.mjs';
import { installPoints } from './points.mjs';

const WARM_UP = 5;
const TURNS = 60;
const MESSAGE = '给小明加3分';
const POINTS = 3;
const WITHIN_MS = 15_000;

/** Rows and notes for the table, and every single figure. */
export async function ruleTurn({ folder, progress }) {
  progress(`${TURNS} turns answered by a rule`);
  const home = newHome(folder);
  await installPoints(home);
  const { app, page } = await openApp(home);
  try {
    await page.evaluate(pluginReady, WITHIN_MS);
    const turns = [];
    for (let number = 1; number <= WARM_UP + TURNS; number++) {
      const turn = await takeTurn(page, number);
      if (number > WARM_UP) turns.push(turn);
    }
    return { rows: rows(turns), notes: notes(turns), turns };
  } finally {
    await app.close();
  }
}

async function takeTurn(page, number) {
  await page.locator('#composer').fill(MESSAGE);
  // Enabled again once the turn before has ended.
  await page.locator('main button:has(svg.lucide-arrow-up):enabled').waitFor();
  const expected = `${number * POINTS} 分`;
  const measured = page.evaluate(timeTurn, { expected, withinMs: WITHIN_MS });
  await page.locator('#composer').press('Enter');
  return { ...(await measured), ...(await page.evaluate(timeCalls)) };
}

function rows(turns) {
  const of = (figure) => turns.map((turn) => turn[figure]);
  const compared = { unit: 'ms', values: of('reply'), baselines: of('engine') };
  const middle = compare('rule-answered turn, p50', { ...compared, against: 'one call to the engine, p50' });
  const slow = {
    ...middle,
    what: 'rule-answered turn, p95',
    value: quantile(of('reply'), 0.95),
    against: 'one call to the engine, p95',
    baseline: quantile(of('engine'), 0.95),
    // Not pair by pair: the slow calls are not those beside the slow turns.
    lowest: null,
    highest: null,
  };
  return [middle, { ...slow, ratio: slow.value / slow.baseline }];
}

function notes(turns) {
  const show = (figure) => {
    const series = turns.map((turn) => turn[figure]);
    return `p50 ${quantile(series, 0.5).toFixed(1)}, p95 ${quantile(series, 0.95).toFixed(1)}`;
  };
  return [
    `rule-answered turn, ms: in the page ${show('reply')}; painted ${show('painted')}; ` +
      `a call to main ${show('main')}; a call to the engine ${show('engine')}; a frame ${show('frame')}`,
  ];
}

// Below: these run in the page.

async function pluginReady(withinMs) {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    const { ok, value } = await window.secagent.call('plugins.list', {});
    if (ok && value.length > 0 && value.every((plugin) => plugin.state === 'ready')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the plugin did not get ready');
}

function timeTurn({ expected, withinMs }) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no reply appeared')), withinMs);
    let began;
    const replied = () => {
      const last = [...document.querySelectorAll('[role="log"] article')].at(-1);
      return last?.textContent.includes(expected);
    };
    const observer = new MutationObserver(() => {
      if (began === undefined || !replied()) return;
      observer.disconnect();
      clearTimeout(timer);
      const reply = performance.now() - began;
      requestAnimationFrame(() => setTimeout(() => resolve({ reply, painted: performance.now() - began })));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    const onKey = (event) => {
      if (event.key !== 'Enter') return;
      began = performance.now();
      window.removeEventListener('keydown', onKey, true);
    };
    window.addEventListener('keydown', onKey, true);
  });
}

async function timeCalls() {
  // The middle of five: a single call is so short that anything else on the machine decides about it.
  const time = async (work) => {
    const series = [];
    for (let count = 0; count < 5; count++) {
      const began = performance.now();
      await work();
      series.push(performance.now() - began);
    }
    return series.sort((a, b) => a - b)[2];
  };
  // What the turn left behind, refreshing the list of sessions for one, is over by then.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    main: await time(() => window.secagent.call('engine.state', {})),
    engine: await time(() => window.secagent.call('engine.status', {})),
    frame: await time(() => new Promise((resolve) => requestAnimationFrame(resolve))),
  };
}
