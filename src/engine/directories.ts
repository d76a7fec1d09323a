import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Every folder the engine uses (DESIGN §4). All absolute. */
export interface Directories {
  /** settings.json, skills/, plugins/ … */
  config: string;
  /** database, store, logs, caches */
  data: string;
  /** the folder the user works in */
  workspace: string;
  database: string;
  /** `<id>/<digest>/`: immutable unpacked packages */
  store: string;
  /** candidates being checked; on the same volume as the store, so that the swap is a rename */
  staging: string;
  /** `<id>/`: what a plugin keeps; outlives updates */
  pluginData: string;
  pluginLogs: string;
  /** what the shell keeps of the engine's output */
  engineLog: string;
  /** backups made by ourselves, before a restore */
  backups: string;
  /** a backup being looked at, or about to take the place of everything */
  restore: string;
}

export interface DirectoryOptions {
  /** SECAGENT_HOME or --home: moves everything */
  home?: string | undefined;
  workspace?: string | undefined;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
}

/** Decides where everything lives, without touching the disk. */
export function resolveDirectories(options: DirectoryOptions = {}): Directories {
  const env = options.env ?? process.env;
  const { config, data } = configAndData(
    options.home || env.SECAGENT_HOME,
    env,
    options.platform ?? process.platform,
  );
  return {
    config,
    data,
    workspace: resolve(
      options.workspace || env.SECAGENT_WORKSPACE || join(homedir(), 'Documents', 'SecAgent'),
    ),
    database: join(data, 'secagent.db'),
    store: join(data, 'plugins', 'store'),
    staging: join(data, 'plugins', 'staging'),
    pluginData: join(data, 'plugins', 'data'),
    pluginLogs: join(data, 'logs', 'plugins'),
    engineLog: join(data, 'logs', 'engine.log'),
    backups: join(data, 'backups'),
    restore: join(data, 'restore'),
  };
}

/** Creates what the engine needs at start; the workspace is created on first need (S28). */
export function createDirectories(directories: Directories): void {
  for (const key of ['config', 'data', 'store', 'staging', 'pluginData', 'pluginLogs'] as const) {
    mkdirSync(directories[key], { recursive: true, mode: 0o700 });
  }
}

function configAndData(home: string | undefined, env: NodeJS.ProcessEnv, platform: NodeJS.Platform) {
  if (home) return { config: join(resolve(home), 'config'), data: join(resolve(home), 'data') };
  const user = homedir();
  switch (platform) {
    case 'win32':
      return {
        config: join(absolute(env.APPDATA) ?? join(user, 'AppData', 'Roaming'), 'SecAgent'),
        data: join(absolute(env.LOCALAPPDATA) ?? join(user, 'AppData', 'Local'), 'SecAgent'),
      };
    case 'darwin': {
      const library = join(user, 'Library', 'Application Support', 'SecAgent');
      return { config: library, data: library };
    }
    default:
      return {
        config: join(absolute(env.XDG_CONFIG_HOME) ?? join(user, '.config'), 'secagent'),
        data: join(absolute(env.XDG_DATA_HOME) ?? join(user, '.local', 'share'), 'secagent'),
      };
  }
}

/** The XDG specification says a relative path in these variables is invalid and to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined;
}
