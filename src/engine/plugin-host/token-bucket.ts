/** Lets `perSecond` through on average, and `burst` at once. */
export function tokenBucket(perSecond: number, burst: number): () => boolean {
  let tokens = burst;
  let at = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - at) / 1_000) * perSecond);
    at = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
