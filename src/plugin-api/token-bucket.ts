/** Lets `perSecond` through on average, and `burst` at once. */
export function tokenBucket(perSecond: number, burst: number): () => boolean {
  let tokens = burst;
  let at = Date.now();
  return () => {
    const now = Date.now();
    tokens = Math.min(burst, tokens + (Math.max(0, now - at) / 1_000) * perSecond);
    at = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
