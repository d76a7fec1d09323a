import { PACKAGE_ROOT } from '../../shared/package-path';
import { promiseThen, resolved } from './intrinsics';

/**
 * The little of Node's `process` that libraries ask for (S20): the chosen environment, and who says it is no Node, so that
 * they take their way for browsers. The sandbox's own world is POSIX whatever the computer is: paths are `/plugin/…`.
 */
export function makeProcess(env: Record<string, string>): Record<string, unknown> {
  return {
    env: { ...env },
    argv: [],
    execArgv: [],
    platform: 'linux',
    version: '',
    versions: {},
    browser: false,
    pid: 0,
    cwd: () => PACKAGE_ROOT,
    nextTick(callback: unknown, ...args: unknown[]) {
      if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be a function');
      void promiseThen(resolved, () => callback(...args));
    },
    emitWarning: (warning: unknown) => console.warn(warning),
    // Nothing ever happens to it: a plugin's process is ended from outside.
    on: self,
    once: self,
    off: self,
    addListener: self,
    removeListener: self,
    removeAllListeners: self,
    emit: () => false,
    listeners: () => [],
    listenerCount: () => 0,
    uptime: () => performance.now() / 1_000,
    hrtime: Object.assign(hrtime, { bigint: () => BigInt(Math.round(performance.now() * 1_000_000)) }),
  };
}

function self(this: unknown): unknown {
  return this;
}

function hrtime(before: [number, number] = [0, 0]): [number, number] {
  const now = performance.now();
  const nanoseconds = Math.round((now % 1_000) * 1_000_000) - before[1];
  const seconds = Math.trunc(now / 1_000) - before[0];
  return nanoseconds < 0 ? [seconds - 1, nanoseconds + 1_000_000_000] : [seconds, nanoseconds];
}
