/** Calls `enough` when something has happened `times` times within `withinMs`. */
export function repeated(times: number, withinMs: number, enough: () => void): () => void {
  let seen: number[] = [];
  return () => {
    const now = performance.now();
    seen = [...seen.filter((at) => now - at < withinMs), now];
    if (seen.length >= times) enough();
  };
}
