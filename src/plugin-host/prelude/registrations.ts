import { apiLimits } from '../../plugin-api/limits';
import { pluginError } from './errors';

/** Keeps what a plugin registered under names, in order, and what it took back a moment ago. */
export interface Registrations<T> {
  set(name: string, value: T): void;
  /** true when it was there */
  withdraw(name: string): boolean;
  get(name: string): T | undefined;
}

/**
 * The engine keeps an unregistered entry for 2 s so that a sweep (unregister everything, register it again) leaves
 * no gap (S11); here it must stay callable a little longer than that.
 */
const SERVES_ON_MS = 3_000;

export function registrations<T>(kind: string): Registrations<T> {
  const entries = new Map<string, { value: T; withdrawnAt: number | null }>();
  const forgetOld = () => {
    const before = Date.now() - SERVES_ON_MS;
    for (const [name, entry] of entries) {
      if (entry.withdrawnAt !== null && entry.withdrawnAt < before) entries.delete(name);
    }
  };
  return {
    set(name, value) {
      forgetOld();
      let live = 0;
      for (const entry of entries.values()) if (entry.withdrawnAt === null) live++;
      if (live >= apiLimits.registrationsPerKind && entries.get(name)?.withdrawnAt !== null) {
        throw pluginError(
          'quota_exceeded',
          `a plugin may register at most ${apiLimits.registrationsPerKind} ${kind}s`,
        );
      }
      entries.set(name, { value, withdrawnAt: null });
    },
    withdraw(name) {
      const entry = entries.get(name);
      if (!entry || entry.withdrawnAt !== null) return false;
      entry.withdrawnAt = Date.now();
      return true;
    },
    get: (name) => entries.get(name)?.value,
  };
}
