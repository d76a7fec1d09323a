// Starts bare-process.mjs with the flags that the engine starts plugins with.
import { spawn } from 'node:child_process';
import { at } from '../../scripts/lib/terminal.mjs';
import { frameOf, frames, textOf } from './frames.mjs';

const ENTRY = at('bench/sandbox/bare-process.mjs');
const IMPORTED = at('bench/sandbox/frames.mjs');

/**
 * `{pid, call, recall, end}`, once it has answered for the first time: `call` sends a value there and back as JSON,
 * `recall` has the last one sent back once more.
 */
export async function startBare(hostArguments, folder) {
  const args = hostArguments(ENTRY, folder);
  args.splice(-1, 0, `--allow-fs-read=${IMPORTED}`);
  const child = spawn(process.execPath, args, { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  let answered;
  const take = frames((frame) => answered(frame));
  child.stdout.on('data', take);
  const exchange = async (text) => {
    const answer = new Promise((resolve) => {
      answered = resolve;
    });
    child.stdin.write(frameOf(text));
    return JSON.parse(textOf(await answer));
  };
  const call = (value) => exchange(JSON.stringify(value));
  const recall = () => exchange('');
  const ended = gone.then((code) => {
    throw new Error(`the bare process ended with code ${code}`);
  });
  ended.catch(() => undefined); // mostly because it was told to
  await Promise.race([call(null), ended]);
  const end = () => {
    child.kill('SIGKILL');
    return gone;
  };
  return { pid: child.pid, call, recall, end };
}
