import { setTimeout as wait } from 'node:timers/promises';
import type { SecAgentError } from '../../shared/errors';
import { describeModelError } from './model-errors';

/** Another attempt is about to be made. */
export interface Retry {
  /** 1 for the first repetition */
  attempt: number;
  waitMs: number;
  error: SecAgentError;
}

export interface RetryOptions {
  signal: AbortSignal;
  /** whether nothing has been shown yet: what arrived can't be taken back */
  mayRetry(): boolean;
  onRetry?: ((retry: Retry) => void) | undefined;
  /** before the first repetition; doubled for each further one */
  backoffMs?: number | undefined;
}

const MAX_RETRIES = 3;
/** A server that asks for a longer pause gets its error shown instead: nobody waits in front of a still window. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Runs a request, again after errors that pass: too many requests, a server's own problem, a broken network.
 * @throws the last error as one of our codes; the signal's reason after an abort
 */
export async function withRetries<T>(request: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, mayRetry, onRetry, backoffMs = 1000 } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (thrown) {
      signal.throwIfAborted();
      const { error, retry } = describeModelError(thrown);
      const backoff = backoffMs * 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4);
      const waitMs = Math.round(Math.max(backoff, retry?.afterMs ?? 0));
      if (!retry || !mayRetry() || attempt > MAX_RETRIES || waitMs > LONGEST_WAIT_MS) throw error;
      onRetry?.({ attempt, waitMs, error });
      await wait(waitMs, undefined, { signal });
    }
  }
}
