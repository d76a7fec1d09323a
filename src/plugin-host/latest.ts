/** Hands on the latest of a burst of values: the first at once, then at most one every `everyMs`. */
export function latest<T>(everyMs: number, send: (value: T) => void): (value: T) => void {
  let next: { value: T } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    timer = next ? setTimeout(tick, everyMs) : undefined;
    if (next) send(next.value);
    next = null;
  };
  return (value) => {
    next = { value };
    if (!timer) {
      tick();
      timer = setTimeout(tick, everyMs);
    }
  };
}
