const FORGOTTEN_AFTER_MS = 5 * 60_000;

/** What took too long a moment ago and is not asked again for some minutes: a message must not wait for it each time. */
export class SlowNames {
  readonly #until = new Map<string, number>();

  add(name: string): void {
    this.#until.set(name, performance.now() + FORGOTTEN_AFTER_MS);
  }

  has(name: string): boolean {
    return (this.#until.get(name) ?? 0) > performance.now();
  }
}
