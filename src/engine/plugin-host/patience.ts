import type { ErrorInfo } from '../../shared/errors';

/** ms one message waits for plugins that are at work on something else */
export const PATIENCE_MS = 1_000;
const SHORT_MS = 100;
const REMEMBERED_MS = 5_000;

/** How long a plugin is waited for when it is busy: once, and only a moment when it just was. */
export class Patience {
  #busyAt = Number.NEGATIVE_INFINITY;

  /** ms to wait now, of those that are left for this message */
  ms(left = PATIENCE_MS): number {
    const wasBusy = performance.now() - this.#busyAt < REMEMBERED_MS;
    return wasBusy ? SHORT_MS : Math.max(SHORT_MS, left);
  }

  /** @param errors what its answer says went wrong */
  learn(errors: ErrorInfo[]): void {
    this.#busyAt = errors.some(isBusy) ? performance.now() : Number.NEGATIVE_INFINITY;
  }
}

/** It never began with what it was asked. */
export function isBusy({ details }: ErrorInfo): boolean {
  return details?.busy === true;
}
