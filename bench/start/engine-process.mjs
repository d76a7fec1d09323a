// The engine as the window's shell runs it, without the window: out/engine/engine.js over its channel.
import { spawn } from 'node:child_process';
import { at } from '../../scripts/lib/terminal.mjs';
import { appEnvironment } from './electron.mjs';

/** A ready engine: `request` asks it by the contract's names, `end` waits until it is gone. */
export async function openEngine(home) {
  const child = spawn(process.execPath, ['--no-node-snapshot', at('out/engine/engine.js')], {
    env: appEnvironment(home),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const pending = new Map();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  let nextId = 1;
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the engine ended with code ${code}`)));
    child.on('message', (message) => {
      if (message.t === 'notify' && message.method === 'ready') resolve();
      if (message.t === 'response') pending.get(message.id)?.(message);
    });
  });
  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        pending.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
        child.send({ t: 'request', id, method, params });
      }),
    end: () => {
      child.disconnect();
      return gone;
    },
  };
}
