// Where the project is and how the scripts talk: one line of progress per step, one clear sentence per failure.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** An absolute path inside the project. */
export const at = (...parts) => join(ROOT, ...parts);

/** One line of progress. */
export function say(line) {
  process.stdout.write(`secagent: ${line}\n`);
}

/** Ends the script with one sentence that says what to do. */
export function fail(sentence) {
  process.stderr.write(`secagent: ${sentence}\n`);
  process.exit(1);
}
