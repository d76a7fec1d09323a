/** Lets `width` run at once; the others wait in the order in which they came. */
export function startQueue(width: number): { enter(): Promise<() => void> } {
  const waiting: (() => void)[] = [];
  let free = width;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return {
    async enter() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let left = false;
      return () => {
        if (!left) leave();
        left = true;
      };
    },
  };
}
