import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * `<data>` as DESIGN §4 places it. The engine decides the same from the same variables; the shell needs it
 * before the engine runs, for the window's own folder and the engine's log.
 */
export function dataDirectory(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = env.SECAGENT_HOME;
  if (home) return join(resolve(home), 'data');
  const user = homedir();
  if (platform === 'win32') {
    return join(absolute(env.LOCALAPPDATA) ?? join(user, 'AppData', 'Local'), 'SecAgent');
  }
  if (platform === 'darwin') return join(user, 'Library', 'Application Support', 'SecAgent');
  return join(absolute(env.XDG_DATA_HOME) ?? join(user, '.local', 'share'), 'secagent');
}

/** The XDG specification says a relative path in these variables is invalid and to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined;
}
