import { SecAgentError, toErrorInfo } from '../../shared/errors';
import type { Deadlines } from '../../shared/host-contract';
import type { Generation } from './generation';
import { readInfo } from './host-messages';
import type { RuleFailure, RuleOutcome } from './types';

/**
 * Tries the rules of one plugin in their order; null when none matches (S17). Only a rule that matched decides, also by
 * failing. Where nothing is known of a match, because a pattern took too long or the plugin is busy, that is
 * reported and the next ones are tried.
 */
export async function tryRules(
  pluginId: string,
  generation: Generation,
  text: string,
  patienceLeft: number,
  deadlines: Deadlines,
  signal: AbortSignal | undefined,
): Promise<{ outcome: RuleOutcome | null; failures: RuleFailure[] }> {
  const rules = generation.registry.rules.map(({ name }) => name);
  if (rules.length === 0) return { outcome: null, failures: [] };
  const began = performance.now();
  const elapsed = () => Math.round((performance.now() - began) * 10) / 10;
  // The process names the rule that matched before it runs it, so that a crash in it can be told as that rule's.
  let matched: string | null = null;
  const onChunk = (chunk: unknown) => {
    if (typeof chunk === 'string' && rules.includes(chunk)) matched = chunk;
  };
  const patienceMs = generation.patience.ms(patienceLeft);
  try {
    const limit = deadlines.rule + 4 * deadlines.pattern + 2 * patienceMs;
    const params = { text, rules, patienceMs };
    const found = await generation.stoppable('runRules', params, limit, { signal, onChunk });
    const failures = found.failures.map(({ name, error }) => ({
      pluginId,
      rule: name,
      error: readInfo(error),
    }));
    generation.patience.learn(failures.map(({ error }) => error));
    if (found.outcome === null) return { outcome: null, failures };
    const said = { pluginId, ms: elapsed() };
    if (found.outcome.kind !== 'error') return { outcome: { ...said, ...found.outcome }, failures };
    const { rule, error } = found.outcome;
    return { outcome: { ...said, rule, kind: 'error', error: readInfo(error) }, failures };
  } catch (error) {
    if (error instanceof SecAgentError && error.code === 'stopped') throw error;
    const info = toErrorInfo(error);
    generation.patience.learn([info]);
    if (matched === null) return { outcome: null, failures: [{ pluginId, rule: null, error: info }] };
    return {
      outcome: { pluginId, rule: matched, ms: elapsed(), kind: 'error', error: info },
      failures: [],
    };
  }
}
