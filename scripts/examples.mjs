// Packs every example plugin to plugins-examples/dist/<id>-<version>.zip, byte for byte the same each time.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import AdmZip from 'adm-zip';
import { at, say } from './lib/terminal.mjs';

const EXAMPLES = at('plugins-examples');
const DIST = join(EXAMPLES, 'dist');
const MANIFESTS = ['secagent-plugin.json', 'plugin.json'];
const LEFT_OUT = /^(node_modules|dist|tests?|\..*)$|\.test\.[cm]?[jt]sx?$/;
// No time of day, and the oldest moment that a zip can hold: the same in every time zone.
const TIMESTAMP = new Date(1980, 0, 1);

mkdirSync(DIST, { recursive: true });
const packed = examples().map(pack);
for (const name of readdirSync(DIST)) {
  if (!packed.includes(name)) rmSync(join(DIST, name), { force: true });
}

function examples() {
  if (!existsSync(EXAMPLES)) return [];
  return readdirSync(EXAMPLES)
    .sort()
    .flatMap((name) => {
      const manifest = MANIFESTS.find((candidate) => existsSync(join(EXAMPLES, name, candidate)));
      return manifest && name !== 'dist' ? [{ folder: join(EXAMPLES, name), name, manifest }] : [];
    });
}

function pack({ folder, name, manifest }) {
  const { id = name, version = '0.0.0' } = JSON.parse(readFileSync(join(folder, manifest), 'utf8'));
  const zip = new AdmZip({ noSort: true });
  for (const path of filesOf(folder).sort()) {
    const entry = zip.addFile(path, readFileSync(join(folder, path)), '', 0o644);
    entry.header.time = TIMESTAMP;
  }
  const file = `${id}-${version}.zip`;
  const bytes = zip.toBuffer();
  const target = join(DIST, file);
  if (!existsSync(target) || !readFileSync(target).equals(bytes)) {
    writeFileSync(`${target}.part`, bytes);
    renameSync(`${target}.part`, target);
    say(`packed plugins-examples/dist/${file} (${bytes.length} bytes)`);
  } else say(`plugins-examples/dist/${file} is up to date`);
  return file;
}

function filesOf(folder, inside = '') {
  return readdirSync(join(folder, inside), { withFileTypes: true })
    .filter((entry) => !LEFT_OUT.test(entry.name))
    .flatMap((entry) => {
      const path = posix.join(inside, entry.name);
      return entry.isDirectory() ? filesOf(folder, path) : [path];
    });
}
