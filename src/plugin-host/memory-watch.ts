/** beside the heap: buffers, messages, Node itself */
const BESIDE_BYTES = 384 * 1024 * 1024;
const LOOK_EVERY_MS = 250;
/** downloads and their copies pass; a second of it does not */
const LOOKS = 4;

/**
 * The last line against memory outside the isolate's heap, which has a limit of its own (ATTACKS 5): this process ends when it
 * stays above that and 384 MB more, or reaches twice as much.
 */
export function watchMemory(
  tooMuch: (reason: string) => void,
  heapMb: number,
  resident: () => number = process.memoryUsage.rss,
): void {
  const limitBytes = heapMb * 1_048_576 + BESIDE_BYTES;
  let above = 0;
  setInterval(() => {
    const bytes = resident();
    above = bytes > limitBytes ? above + 1 : 0;
    if (above >= LOOKS || bytes > 2 * limitBytes) {
      tooMuch(
        `its process used ${Math.round(bytes / 1_048_576)} MB of memory (the limit is ${Math.round(limitBytes / 1_048_576)} MB)`,
      );
    }
  }, LOOK_EVERY_MS).unref();
}
