import { apiLimits } from '../../plugin-api/limits';
import { pluginError } from './errors';
import { now, safeMap } from './intrinsics';

/** Keeps what a plugin registered under names, in order, and what it took back a moment ago. */
export interface Registrations<T> {
  /** @param length characters of it as JSON, which the engine keeps */
  set(name: string, value: T, length: number): void;
  /** true when it was there */
  withdraw(name: string): boolean;
  get(name: string): T | undefined;
}

/** Characters of everything a plugin has registered. */
export interface Total {
  length: number;
}

/**
 * The engine keeps an unregistered entry for 2 s so that a sweep (unregister everything, register it again) leaves
 * no gap (S11); here it must stay callable a little longer than that.
 */
const SERVES_ON_MS = 3_000;

export function registrations<T>(kind: string, total: Total): Registrations<T> {
  const entries = safeMap<string, { value: T; length: number; withdrawnAt: number | null }>();
  const forgetOld = () => {
    const before = now() - SERVES_ON_MS;
    entries.each((entry, name) => {
      if (entry.withdrawnAt === null || entry.withdrawnAt >= before) return;
      total.length -= entry.length;
      entries.delete(name);
    });
  };
  const countLive = () => {
    let live = 0;
    entries.each(({ withdrawnAt }) => {
      if (withdrawnAt === null) live++;
    });
    return live;
  };
  return {
    set(name, value, length) {
      forgetOld();
      const before = entries.get(name);
      if (before?.withdrawnAt !== null && countLive() >= apiLimits.registrationsPerKind) {
        throw pluginError(
          'quota_exceeded',
          `a plugin may register at most ${apiLimits.registrationsPerKind} ${kind}s`,
        );
      }
      const grown = total.length + length - (before?.length ?? 0);
      if (grown > apiLimits.registeredLength) {
        throw pluginError(
          'quota_exceeded',
          `a plugin may register at most ${apiLimits.registeredLength} characters in all`,
        );
      }
      total.length = grown;
      entries.set(name, { value, length, withdrawnAt: null });
    },
    withdraw(name) {
      const entry = entries.get(name);
      if (!entry || entry.withdrawnAt !== null) return false;
      entry.withdrawnAt = now();
      return true;
    },
    get: (name) => entries.get(name)?.value,
  };
}
