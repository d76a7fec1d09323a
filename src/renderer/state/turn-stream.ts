import type { TurnEvent } from '../../shared/sessions';

interface Numbered {
  event: TurnEvent;
  seq: number;
}

/**
 * Collects what streams in and hands it on once per frame: a fast model sends far more pieces than a modest PC
 * can paint. A hidden window gets no frames, so a timer takes over there.
 */
export function createTurnStream(deliver: (sessionId: string, events: TurnEvent[]) => void) {
  const waiting = new Map<string, Numbered[]>();
  const held = new Map<string, number>();
  let scheduled = false;

  const flush = () => {
    scheduled = false;
    for (const [sessionId, numbered] of [...waiting]) {
      if (held.has(sessionId)) continue;
      waiting.delete(sessionId);
      const events = numbered.map(({ event }) => event).reduce<TurnEvent[]>(appendEvent, []);
      if (events.length > 0) deliver(sessionId, events);
    }
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    if (document.hidden) setTimeout(flush, 100);
    else requestAnimationFrame(flush);
  };

  return {
    receive(sessionId: string, event: TurnEvent, seq: number): void {
      const numbered = waiting.get(sessionId) ?? [];
      waiting.set(sessionId, numbered);
      numbered.push({ event, seq });
      schedule();
    },

    /**
     * Keeps the events of a session back while it is read. The function it returns lets them go, without those that
     * are part of what was read: up to number `upTo`.
     */
    hold(sessionId: string): (upTo: number) => void {
      held.set(sessionId, (held.get(sessionId) ?? 0) + 1);
      return (upTo) => {
        const others = (held.get(sessionId) ?? 1) - 1;
        if (others > 0) held.set(sessionId, others);
        else held.delete(sessionId);
        const rest = waiting.get(sessionId)?.filter(({ seq }) => seq > upTo);
        if (rest) waiting.set(sessionId, rest);
        schedule();
      };
    },
  };
}

/** Joins a piece of text to the one before it where both belong together. */
export function appendEvent(events: TurnEvent[], event: TurnEvent): TurnEvent[] {
  const last = events.at(-1);
  if (
    event.type === 'delta' &&
    last?.type === 'delta' &&
    last.entryId === event.entryId &&
    last.part === event.part
  ) {
    return [...events.slice(0, -1), { ...last, text: last.text + event.text }];
  }
  return [...events, event];
}
