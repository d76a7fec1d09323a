// `npm run bench -- start sandbox skills [--rounds 5] [--json]`: runs the named benches, all of them without a name.
// It measures and does not judge: the exit code says only whether everything could be measured.
import { parseArgs } from 'node:util';
import { isEntry, run } from '../scripts/lib/run.mjs';
import { at, fail } from '../scripts/lib/terminal.mjs';
import { onDisplay } from './display.mjs';
import { sandbox } from './sandbox/index.mjs';
import { skills } from './skills/index.mjs';
import { start } from './start/index.mjs';
import { formatTable } from './table.mjs';

const BENCHES = { start, sandbox, skills };

if (isEntry(import.meta.url)) {
  const { names, rounds, json } = readArguments(process.argv.slice(2));
  const reports = {};
  try {
    const elsewhere = await onDisplay();
    if (elsewhere !== undefined) process.exit(elsewhere);
    await build();
    for (const name of names) reports[name] = await BENCHES[name]({ rounds, progress });
  } catch (error) {
    fail(`could not measure: ${error.message}`);
  }
  if (json) console.log(JSON.stringify(reports, null, 2));
  else for (const [name, report] of Object.entries(reports)) console.log(formatTable(name, report));
}

function readArguments(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '5' } },
    });
  } catch (error) {
    fail(error.message);
  }
  const { positionals, values } = parsed;
  const unknown = positionals.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown) fail(`there is no bench "${unknown}"; there are: ${Object.keys(BENCHES).join(', ')}`);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) fail('--rounds takes a whole number from 1');
  return { names: positionals.length > 0 ? positionals : Object.keys(BENCHES), rounds, json: values.json };
}

async function build() {
  for (const script of ['build.mjs', 'examples.mjs']) {
    // What they print is progress; standard output belongs to the figures.
    const code = await run(process.execPath, [at('scripts', script)], { stdio: ['ignore', 2, 2] });
    if (code !== 0) throw new Error('the app could not be built; see above');
  }
}

function progress(line) {
  process.stderr.write(`bench: ${line}\n`);
}
