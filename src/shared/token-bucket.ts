const { min, max } = Math;

/**
 * Lets `perSecond` through on average, and `burst` at once; each time may cost more than one. The clock is taken when
 * the bucket is made, so that what code does to `Date` later changes nothing.
 */
export function tokenBucket(
  perSecond: number,
  burst: number,
  now: () => number = Date.now,
): (cost?: number) => boolean {
  let tokens = burst;
  let at = now();
  return (cost = 1) => {
    const time = now();
    tokens = min(burst, tokens + (max(0, time - at) / 1_000) * perSecond);
    at = time;
    if (tokens < cost) return false;
    tokens -= cost;
    return true;
  };
}
