import type { TurnEvent } from '../../shared/sessions';

/**
 * Collects what streams in and hands it on once per frame: a fast model sends far more pieces than a modest PC
 * can paint. A hidden window gets no frames, so a timer takes over there.
 */
export function createTurnStream(deliver: (sessionId: string, events: TurnEvent[]) => void) {
  let waiting = new Map<string, TurnEvent[]>();
  let scheduled = false;

  const flush = () => {
    scheduled = false;
    const taken = waiting;
    waiting = new Map();
    for (const [sessionId, events] of taken) deliver(sessionId, events);
  };

  return (sessionId: string, event: TurnEvent) => {
    const events = waiting.get(sessionId) ?? [];
    waiting.set(sessionId, appendEvent(events, event));
    if (scheduled) return;
    scheduled = true;
    if (document.hidden) setTimeout(flush, 100);
    else requestAnimationFrame(flush);
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
