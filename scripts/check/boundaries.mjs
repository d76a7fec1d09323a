// Checks that every import stays within the rules of boundary-rules.mjs.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { at, ROOT } from '../lib/terminal.mjs';
import { violation } from './boundary-rules.mjs';
import { importsOf } from './imports-of.mjs';

const files = readdirSync(at('src'), { recursive: true })
  .map((name) => join('src', name))
  .filter((name) => /\.tsx?$/.test(name));

const problems = files.flatMap((file) => {
  const text = readFileSync(at(file), 'utf8');
  return importsOf(file, text).flatMap((found) => {
    const problem = violation({
      importer: toPosix(file),
      target: resolveImport(file, found.specifier),
    });
    return problem ? [`${toPosix(file)}:${found.line}: imports "${found.specifier}": ${problem}`] : [];
  });
});

for (const problem of new Set(problems)) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** A path from the project's root for files, the bare name for packages. */
function resolveImport(importer, specifier) {
  if (!specifier.startsWith('.')) return specifier;
  const base = join(at(dirname(importer)), specifier.replace(/\?.*$/, ''));
  const candidates = [base, ...['.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => base + end)];
  const found = candidates.find((path) => existsSync(path) && statSync(path).isFile());
  return toPosix(relative(ROOT, found ?? base));
}

function toPosix(path) {
  return path.split(sep).join(posix.sep);
}
