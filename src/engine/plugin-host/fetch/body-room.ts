/** One request's part in the room. */
export interface BodyPart {
  /** Called with the size of each piece that has arrived; resolves when the next may be read, or `signal` is aborted. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  leave(): void;
}

/**
 * What a plugin's answers may hold in this process at once, from their first byte until its own process has taken them. Who
 * would go over it waits; the oldest never does, so that somebody always comes to an end.
 */
export function bodyRoom(limit: number): { enter(): BodyPart } {
  const inside = new Set<symbol>();
  let held = 0;
  let freed = Promise.withResolvers<void>();
  return {
    enter() {
      const own = Symbol();
      let bytes = 0;
      inside.add(own);
      return {
        async take(count, signal) {
          bytes += count;
          held += count;
          while (held > limit && inside.values().next().value !== own && !signal.aborted)
            await Promise.race([freed.promise, aborted(signal)]);
        },
        leave() {
          if (!inside.delete(own)) return;
          held -= bytes;
          freed.resolve();
          freed = Promise.withResolvers();
        },
      };
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
