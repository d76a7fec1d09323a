import type { HostResult } from '../../shared/host-contract';

/** How a running plugin's process is looked after from outside (M13). */
export interface HeartbeatPolicy {
  /** ms between two looks */
  everyMs: number;
  /** looks in a row that found the last one unanswered, before the process is ended */
  missed: number;
  /** looks in a row that found the processor busy although nobody asked the plugin anything */
  busy: number;
  /** share of one processor that counts as busy */
  busyShare: number;
}

export const defaultHeartbeat: HeartbeatPolicy = { everyMs: 5_000, missed: 3, busy: 24, busyShare: 0.8 };

export interface Watched {
  stats(): Promise<HostResult<'stats'>>;
  /** calls of the engine so far, and those under way */
  calls(): { begun: number; running: number };
  seen(stats: HostResult<'stats'>): void;
  giveUp(reason: string): void;
}

/**
 * Asks the process how it is every few seconds. Looks are counted, not the time between them: a computer that slept is
 * no process that hangs.
 * @returns what ends it
 */
export function watchHost(watched: Watched, policy: HeartbeatPolicy): () => void {
  let waiting = false;
  let missed = 0;
  let busy = 0;
  let last: { at: number; cpuMs: number; begun: number } | null = null;

  const learn = (stats: HostResult<'stats'>): void => {
    waiting = false;
    missed = 0;
    watched.seen(stats);
    const { begun, running } = watched.calls();
    const now = { at: performance.now(), cpuMs: stats.cpuMs, begun };
    const before = last;
    last = now;
    if (!before) return;
    const share = (now.cpuMs - before.cpuMs) / (now.at - before.at);
    const unasked = running === 0 && before.begun === begun;
    // A short rest forgives little: whoever burns a processor pauses easily.
    busy = unasked && share >= policy.busyShare ? busy + 1 : Math.max(0, busy - 1);
    if (busy >= policy.busy) {
      const seconds = Math.round((busy * policy.everyMs) / 1_000);
      watched.giveUp(`it kept the processor busy for ${seconds} s although nobody asked it anything`);
    }
  };

  const look = (): void => {
    if (waiting) {
      if (++missed >= policy.missed) watched.giveUp('its process hung');
      return;
    }
    waiting = true;
    watched.stats().then(learn, () => undefined); // it has ended: its end says why
  };
  const timer = setInterval(look, policy.everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
