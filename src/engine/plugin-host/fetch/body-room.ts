/** One request's part in the room. */
export interface BodyPart {
  /** Called with the size of each piece that has arrived; resolves when the next may be read. */
  take(bytes: number): Promise<void>;
  leave(): void;
}

/**
 * What a plugin's answers may hold in this process at once, from their first byte until its own process has taken them. Who
 * would go over it waits; the oldest never does, so that somebody always comes to an end.
 */
export function bodyRoom(limit: number): { enter(): BodyPart; readonly empty: boolean } {
  const inside = new Set<symbol>();
  let held = 0;
  let freed = Promise.withResolvers<void>();
  return {
    get empty() {
      return inside.size === 0;
    },
    enter() {
      const own = Symbol();
      let bytes = 0;
      inside.add(own);
      return {
        async take(count) {
          bytes += count;
          held += count;
          while (held > limit && inside.values().next().value !== own) await freed.promise;
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
