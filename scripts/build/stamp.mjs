// Content stamps: a part is built again only when the text of its sources changed.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from '../lib/terminal.mjs';

const stampFile = (part) => at('out', '.stamps', part);

/** True when the sources are what they were when the part was last built. */
export function isFresh(part, sources) {
  try {
    return readFileSync(stampFile(part), 'utf8') === digest(sources);
  } catch {
    return false; // never built
  }
}

/**
 * Takes the digest now and returns the function that records it: an edit made while the build
 * runs then counts as newer than the build.
 */
export function stamp(part, sources) {
  const taken = digest(sources);
  return () => {
    mkdirSync(dirname(stampFile(part)), { recursive: true });
    writeFileSync(stampFile(part), taken);
  };
}

function digest(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesUnder).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(at(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const found = statSync(at(path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(at(path))
    .filter((name) => !/\.test\.(ts|tsx|mjs)$/.test(name))
    .flatMap((name) => filesUnder(join(path, name)));
}
