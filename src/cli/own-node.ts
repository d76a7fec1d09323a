import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const NEEDED = 26;

/** Whether this is our own Node; otherwise runs the same command on it, or says what to do. */
export function ensureOwnNode(): boolean {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return true;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const own = fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));
  if (existsSync(own)) {
    const child = spawnSync(own, process.argv.slice(1), { stdio: 'inherit' });
    // A shell's rule: 128 and the signal's number.
    process.exitCode = child.status ?? 128 + (child.signal ? constants.signals[child.signal] : 0);
    return false;
  }
  process.stderr.write(
    `secagent needs Node ${NEEDED}, this is ${process.versions.node}; run "npm ci" in its folder first.\n`,
  );
  process.exitCode = 1;
  return false;
}
