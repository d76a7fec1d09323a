// The process that calls, as the engine is one: a tool of a plugin in the built sandbox, and the parts that cannot be
// done without, in turn. Started with `node --no-node-snapshot`, answers over its channel.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ivm from 'isolated-vm';
import { at } from '../../scripts/lib/terminal.mjs';
import { startBare } from './bare.mjs';

/** What the process gives a tool call (`Deadlines.tool`). */
const TIMEOUT_MS = 60_000;
const MEMORY_LIMIT_MB = 128;

const [engineSide, folder] = process.argv.slice(2);
const { PluginHosts, hostArguments } = await import(engineSide);

/** The tool, as plugin code. */
const TOOL = `
  const texts = {
    latin1: 'Grüße, '.repeat(444_444),
    chinese: '积分'.repeat(666_666),
  };
  const tool = ({ text, amount, kind }) => (kind ? texts[kind] : { text, total: amount + 1, list: [text, text] });
`;
const ARGUMENTS = { text: '给小明加3分', amount: 41 };

process.once('message', async ({ warmUp, calls, longTexts }) => {
  const sandbox = await openSandbox();
  const isolate = openIsolate();
  const bare = await startBare(hostArguments, folder);
  const inProcess = new Function(`${TOOL} return tool;`)();
  const ways = {
    sandbox: () => sandbox.call(ARGUMENTS),
    isolate: () => isolate.call(ARGUMENTS),
    pipe: () => bare.call(ARGUMENTS),
    inProcess: async () => inProcess(ARGUMENTS),
  };
  await inTurn(ways, warmUp);
  const short = await inTurn(ways, calls);
  const long = {};
  for (const kind of ['latin1', 'chinese']) {
    const text = inProcess({ kind });
    const ways = {
      sandbox: async () => check(await sandbox.call({ kind }), text),
      isolate: async () => check(await isolate.call({ kind }), text),
      pipe: async () => check(await bare.recall(), text),
    };
    await bare.call(text);
    await inTurn(ways, 1);
    long[kind] = { bytes: Buffer.byteLength(text), ...(await inTurn(ways, longTexts)) };
  }
  process.send({ short, long }, () => process.exit());
});

/**
 * The ms of every call, a series for each way. Whatever else the machine does hits all of them alike; each time in
 * another order, so that what one leaves behind does as well.
 */
async function inTurn(ways, times) {
  const names = Object.keys(ways);
  const series = Object.fromEntries(names.map((name) => [name, []]));
  for (let time = 0; time < times; time++) {
    for (const name of shuffled(names)) {
      const began = performance.now();
      await ways[name]();
      series[name].push(performance.now() - began);
    }
  }
  return series;
}

function shuffled(names) {
  return names
    .map((name) => ({ name, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name);
}

async function openSandbox() {
  const directory = join(folder, 'package');
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, 'main.mjs'),
    `${TOOL}
    export function activate(api) {
      const properties = { text: { type: 'string' }, amount: { type: 'integer' }, kind: { type: 'string' } };
      api.registerTool({ name: 'run', description: 'Runs', inputSchema: { type: 'object', properties } }, tool);
    }`,
  );
  const hosts = new PluginHosts({
    nodePath: process.execPath,
    hostEntry: at('out/plugin-host/host.js'),
    logDir: join(folder, 'logs'),
    ports: {
      readConfig: () => ({ value: {}, revision: 0 }),
      configRevision: () => 0,
      writeConfig: () => 1,
      changed: () => undefined,
      audit: () => undefined,
    },
  });
  hosts.enable({
    id: 'bench',
    name: 'Bench',
    version: '1.0.0',
    directory,
    main: 'main.mjs',
    permissions: ['agent.tools'],
  });
  const status = await hosts.whenStarted('bench');
  if (status?.state !== 'ready') throw new Error(`the plugin did not start: ${status?.error?.message}`);
  return { call: (args) => hosts.callTool('bench__run', args) };
}

function openIsolate() {
  const context = new ivm.Isolate({ memoryLimit: MEMORY_LIMIT_MB }).createContextSync();
  const run = context.evalClosureSync(
    `${TOOL} return (json) => JSON.stringify(tool(JSON.parse(json)));`,
    [],
    { result: { reference: true } },
  );
  const options = { timeout: TIMEOUT_MS, arguments: { copy: true }, result: { copy: true } };
  return {
    call: async (args) => JSON.parse(await run.apply(undefined, [JSON.stringify(args)], options)),
  };
}

function check(answer, text) {
  if (answer !== text) throw new Error('the answer is not the text');
}
