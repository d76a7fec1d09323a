import { safeMap } from './intrinsics';

/** Calls under way at once are fewer (the engine's bound); what is older belongs to one that was given up. */
const KEPT = 64;

/** Keeps what a first call found for the call that follows it: several chats may be between the two. */
export function recent<T>(): { put(run: number, value: T): void; take(run: number): T | undefined } {
  const kept = safeMap<number, T>();
  return {
    put(run, value) {
      kept.set(run, value);
      let surplus = kept.size() - KEPT;
      if (surplus > 0) kept.each((_, old) => void (surplus-- > 0 && kept.delete(old)));
    },
    take(run) {
      const value = kept.get(run);
      kept.delete(run);
      return value;
    },
  };
}
