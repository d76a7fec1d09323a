const SLACK_MS = 1_500;
const LOOK_EVERY_MS = 250;

/**
 * Notices guest code that its own time limit did not stop (some native loops cannot be interrupted). Runs in the
 * isolate follow one another, so only the oldest one is under way.
 */
export class Watch {
  readonly #runs: { limitMs: number; since: number }[] = [];
  readonly #stuck: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(stuck: () => void) {
    this.#stuck = stuck;
  }

  get busy(): boolean {
    return this.#runs.length > 0;
  }

  begin(limitMs: number): () => void {
    const run = { limitMs, since: performance.now() };
    this.#runs.push(run);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
    return () => {
      this.#runs.splice(this.#runs.indexOf(run), 1);
      const oldest = this.#runs[0];
      if (oldest) oldest.since = performance.now();
    };
  }

  #look(): void {
    const oldest = this.#runs[0];
    if (!oldest) {
      clearInterval(this.#timer); // not at the end of each run: another mostly follows soon
      this.#timer = undefined;
    } else if (oldest.limitMs > 0 && performance.now() - oldest.since > oldest.limitMs + SLACK_MS) {
      this.#stuck();
    }
  }
}
