// The user's cache folder: what is costly to fetch or to find out, shared by every checkout.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** An absolute path in the cache folder, which exists afterwards. */
export function cachePath(...parts) {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'secagent');
  mkdirSync(folder, { recursive: true });
  return join(folder, ...parts);
}

/** Notes that something happened, for `isRemembered`. */
export function remember(fact) {
  writeFileSync(cachePath(fact), '');
}

/** True when the fact was noted less than `age` milliseconds ago. */
export function isRemembered(fact, age) {
  const noted = statSync(cachePath(fact), { throwIfNoEntry: false });
  return noted !== undefined && Date.now() - noted.mtimeMs < age;
}
