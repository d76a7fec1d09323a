import { type FSWatcher, watch } from 'node:fs';

const SETTLE_MS = 200;
const MAX_FOLDERS = 24;

/**
 * Tells when something below the folders changed, so that a screen that is open shows it. It is a hint and no more: lists are
 * made from what is on disk when they are asked for, and where watching fails (network drives) nothing is lost.
 */
export function watchFolders(changed: () => void) {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLE_MS);
    timer.unref();
  };
  const drop = (path: string) => {
    watchers.get(path)?.close();
    watchers.delete(path);
  };
  const begin = (path: string): void => {
    try {
      const watcher = watch(path, { recursive: true, persistent: false }, tell);
      watcher.on('error', () => drop(path));
      watchers.set(path, watcher);
    } catch {
      // Not there, as in most places.
    }
  };
  return {
    /** Watches these as well; those that are not there yet are tried again the next time. */
    look(paths: readonly string[]): void {
      for (const path of paths) {
        if (watchers.has(path)) continue;
        if (watchers.size >= MAX_FOLDERS) drop(watchers.keys().next().value as string);
        begin(path);
      }
    },
    end(): void {
      clearTimeout(timer);
      for (const path of [...watchers.keys()]) drop(path);
    },
  };
}
