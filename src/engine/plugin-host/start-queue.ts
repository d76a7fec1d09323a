/** Lets `width` run at once; the others wait in the order in which they came, unless they no longer want to. */
export function startQueue(width: number): { enter(signal: AbortSignal): Promise<() => void> } {
  const waiting: (() => void)[] = [];
  let free = width;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return {
    async enter(signal) {
      let entered = free > 0 && !signal.aborted;
      if (entered) free--;
      else if (!signal.aborted) {
        entered = await new Promise<boolean>((resolve) => {
          const onAbort = () => {
            waiting.splice(waiting.indexOf(turn), 1);
            resolve(false);
          };
          const turn = () => {
            signal.removeEventListener('abort', onAbort);
            resolve(true);
          };
          waiting.push(turn);
          signal.addEventListener('abort', onAbort, { once: true });
        });
      }
      return () => {
        if (entered) leave();
        entered = false;
      };
    },
  };
}
