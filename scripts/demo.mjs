// The main job, played for real on the command line: a plugin is installed, a rule answers, a question is asked.
// Everything happens in a temporary folder and offline, on the built-in demo model.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collect, ownNode, runNode } from './lib/run.mjs';
import { at, fail, say } from './lib/terminal.mjs';

const TIME_PER_STEP_MS = 20_000;

if ((await runNode([at('scripts/examples.mjs')])) !== 0) fail('The example plugins could not be packed.');
const archive = readdirSync(at('plugins-examples/dist')).find((name) => /^points-.*\.zip$/.test(name));
if (!archive) fail('The example plugin "points" is missing; get a complete copy of the project.');

const steps = [
  [
    'Install the example plugin and agree to its permissions',
    ['plugins', 'install', join('plugins-examples/dist', archive), '--enable', '--yes'],
  ],
  ['A message that a rule of the plugin answers, without any model', ['run', '给小明加3分']],
  ['A question that the demo model answers with the tools of the plugin', ['run', '小明现在的积分是多少?']],
  ['What is installed', ['plugins', 'list']],
];

const home = mkdtempSync(join(tmpdir(), 'secagent-demo-'));
let failed = false;
try {
  for (const [title, args] of steps) failed = !(await play(title, args)) || failed;
} finally {
  rmSync(home, { recursive: true, force: true });
}
if (failed) fail('The demonstration did not go well; see what was printed above.');
say('that was the main job; on a computer with a display, npm start opens the window.');

async function play(title, args) {
  console.log(`\n# ${title}\n$ npx secagent ${args.map(quote).join(' ')}`);
  const { code, output } = await collect(ownNode(), [at('out/cli/secagent.js'), ...args], {
    env: environment(),
    timeout: TIME_PER_STEP_MS,
  });
  for (const line of output.trimEnd().split('\n')) console.log(`  ${line}`);
  if (code !== 0) console.log(`  (ended with code ${code})`);
  return code === 0;
}

// Without the keys of model providers: the demonstration stays on the demo model and sends nothing anywhere.
function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !/_API_KEY$|^SECAGENT_/.test(name));
  return { ...Object.fromEntries(kept), SECAGENT_HOME: home };
}

function quote(argument) {
  return /[^\w./-]/.test(argument) && !argument.startsWith('-') ? `"${argument}"` : argument;
}
