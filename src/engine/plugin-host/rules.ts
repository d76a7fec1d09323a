import { SecAgentError, toErrorInfo } from '../../shared/errors';
import type { Deadlines } from '../../shared/host-contract';
import type { Generation } from './generation';
import type { RuleOutcome } from './types';

/** Tries the rules of one plugin in their order; null when none matches (S17). */
export async function tryRules(
  pluginId: string,
  generation: Generation,
  text: string,
  deadlines: Deadlines,
  signal: AbortSignal | undefined,
): Promise<RuleOutcome | null> {
  const rules = generation.registry.rules.map(({ name }) => name);
  if (rules.length === 0) return null;
  const began = performance.now();
  const elapsed = () => Math.round((performance.now() - began) * 10) / 10;
  // The process names the rule before it runs it, so that a crash in it can be told as that rule's.
  let running = rules[0] as string;
  const onChunk = (chunk: unknown) => {
    if (typeof chunk === 'string' && rules.includes(chunk)) running = chunk;
  };
  try {
    const limit = deadlines.rule + 4 * deadlines.pattern;
    const found = await generation.stoppable('runRules', { text, rules }, limit, signal, onChunk);
    if (found === null) return null;
    const { rule, ...outcome } = found;
    const said = { pluginId, rule, ms: elapsed() };
    if (outcome.kind !== 'error') return { ...said, ...outcome };
    const { code, message, details } = outcome.error;
    return {
      ...said,
      kind: 'error',
      error: toErrorInfo(new SecAgentError(code as SecAgentError['code'], message, details)),
    };
  } catch (error) {
    if (error instanceof SecAgentError && error.code === 'stopped') throw error;
    return { pluginId, rule: running, ms: elapsed(), kind: 'error', error: toErrorInfo(error) };
  }
}
