const LIMIT_BYTES = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 250;
/** downloads and their copies pass; a second of it does not */
const LOOKS = 4;

/**
 * The last line against memory outside the isolate's heap, which has a limit of its own (ATTACKS 5): this process ends when it
 * stays above 512 MB, or reaches twice as much.
 */
export function watchMemory(
  tooMuch: (reason: string) => void,
  resident: () => number = process.memoryUsage.rss,
): void {
  let above = 0;
  setInterval(() => {
    const bytes = resident();
    above = bytes > LIMIT_BYTES ? above + 1 : 0;
    if (above >= LOOKS || bytes > 2 * LIMIT_BYTES) {
      tooMuch(`its process used ${Math.round(bytes / 1_048_576)} MB of memory (the limit is 512 MB)`);
    }
  }, LOOK_EVERY_MS).unref();
}
