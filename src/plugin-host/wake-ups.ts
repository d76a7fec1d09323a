const LONGEST_MS = 2 ** 31 - 1;

/**
 * The one real timer behind all of a plugin's (prelude/timers.ts): each wish replaces the one before. While the isolate
 * has not taken the last wake-up, no other is queued for it.
 */
export function wakeUps(wake: () => Promise<void>): (ms: number) => void {
  let timer: NodeJS.Timeout | undefined;
  let underWay = false;
  let again = false;
  const ring = async () => {
    again = underWay;
    if (underWay) return;
    underWay = true;
    try {
      await wake();
    } finally {
      underWay = false;
    }
    if (again) await ring();
  };
  return (ms) => {
    clearTimeout(timer);
    timer = setTimeout(ring, Math.min(Math.max(1, Number(ms) || 1), LONGEST_MS));
  };
}
