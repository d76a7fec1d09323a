// The built `secagent`, as a shell would run it.
import { spawn } from 'node:child_process';
import { at } from '../../scripts/lib/terminal.mjs';
import { appEnvironment } from './electron.mjs';

/** Runs a program and returns the ms it took; a failure is an error with what it printed. */
export function timed(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      const ms = performance.now() - began;
      if (code === 0) resolve(ms);
      else reject(new Error(`${command} ${args.join(' ')} ended with code ${code}: ${printed.slice(-2000)}`));
    });
  });
}

/** The ms one `secagent` command took with this home. */
export function secagent(home, args) {
  return timed(process.execPath, [at('out/cli/secagent.js'), ...args], { env: appEnvironment(home) });
}
