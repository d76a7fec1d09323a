// What an official Electron starts first: it takes `-r <module>` and the folder of an app from the command line.
const { app } = require('electron');
const { createRequire } = require('node:module');
const { existsSync, readFileSync, statSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');

const { preloads, target } = readArguments(process.argv.slice(1));
process.defaultApp = true;
for (const preload of preloads) createRequire(join(process.cwd(), 'index.js'))(preload);
if (target) start(resolve(target));
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

function start(path) {
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const manifest = join(folder, 'package.json');
  const described = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  app.setAppPath(folder);
  if (described.productName ?? described.name) app.setName(described.productName ?? described.name);
  if (described.version) app.setVersion(described.version);
  const entry = folder === path ? join(folder, described.main ?? 'index.js') : path;
  import(pathToFileURL(entry).href).catch((error) => {
    process.stderr.write(`${error.stack ?? error}\n`);
    app.exit(1);
  });
}
