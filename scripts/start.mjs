// `npm start`: set-up, build what changed, open the app – or, without a display, what can be had without one.
import { readFileSync } from 'node:fs';
import { isEntry, run, runNode } from './lib/run.mjs';
import { at, say } from './lib/terminal.mjs';
import { setUp } from './setup.mjs';

const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

if (isEntry(import.meta.url)) {
  await setUp({ window: hasDisplay });
  const built = await runNode([at('scripts/build.mjs')]);
  process.exit(built !== 0 ? built : await open(process.argv.slice(2)));
}

function open(args) {
  if (hasDisplay) return openWindow(args);
  if (process.stdin.isTTY && process.stdout.isTTY) {
    say('there is no display here, so this is the chat on the terminal.');
    return runNode([at('out/cli/secagent.js'), 'chat', ...args]);
  }
  say('there is no display and no terminal here, so this is a demonstration of the main job.');
  return runNode([at('scripts/demo.mjs')]);
}

function openWindow(args) {
  const electron = at(
    'node_modules/electron/dist',
    readFileSync(at('node_modules/electron/path.txt'), 'utf8'),
  );
  // Left over from editors built on Electron, it would turn the app into a plain Node.
  const { ELECTRON_RUN_AS_NODE, ...env } = process.env;
  return run(electron, [...sandboxArguments(), at(), ...args], { env });
}

function sandboxArguments() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return [];
  say('warning: you are root, so the window runs without the browser sandbox; prefer an ordinary user.');
  return ['--no-sandbox'];
}
