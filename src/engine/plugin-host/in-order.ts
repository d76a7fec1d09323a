import type { ErrorInfo } from '../../shared/errors';
import { isBusy, PATIENCE_MS } from './patience';
import type { Target } from './questions';

/**
 * Asks one plugin after another until one has an answer (S17, S18). What failed is told and the next one is asked; plugins that are
 * busy are waited for once in all.
 */
export async function askInOrder<T, F extends { error: ErrorInfo }>(
  targets: readonly Target[],
  ask: (target: Target, patienceMs: number) => Promise<{ found: T | null; failures: F[] }>,
  failed: (failures: F[]) => void,
): Promise<T | null> {
  let patience = PATIENCE_MS;
  for (const target of targets) {
    const began = performance.now();
    const { found, failures } = await ask(target, patience);
    if (failures.some(({ error }) => isBusy(error))) patience -= performance.now() - began;
    failed(failures);
    if (found !== null) return found;
  }
  return null;
}
