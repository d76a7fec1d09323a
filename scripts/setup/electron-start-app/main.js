// What an official Electron starts first: it takes `-r <module>` and the folder of an app from the command line.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const { preloads, target } = readArguments(process.argv.slice(1));
process.defaultApp = true;
for (const preload of preloads) createRequire(join(process.cwd(), 'index.js'))(preload);
// Awaited, because Electron lets the app become ready once this module has been evaluated: what an app
// does before that (custom schemes, for one) has to happen first.
if (target) await start(resolve(target));
else app.exit(1);

function readArguments(list) {
  const preloads = [];
  let target;
  for (let index = 0; index < list.length && target === undefined; index++) {
    const argument = list[index];
    if (argument === '-r' || argument === '--require') preloads.push(list[++index]);
    else if (argument.startsWith('--require=')) preloads.push(argument.slice('--require='.length));
    else if (!argument.startsWith('-')) target = argument;
  }
  return { preloads, target };
}

async function start(path) {
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const manifest = join(folder, 'package.json');
  const described = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  app.setAppPath(folder);
  if (described.productName ?? described.name) app.setName(described.productName ?? described.name);
  if (described.version) app.setVersion(described.version);
  const entry = folder === path ? join(folder, described.main ?? 'index.js') : path;
  try {
    await import(pathToFileURL(entry).href);
  } catch (error) {
    process.stderr.write(`${error.stack ?? error}\n`);
    app.exit(1);
  }
}
