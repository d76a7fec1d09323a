import { SecAgentError, toErrorInfo } from '../../shared/errors';
import type { Generation } from './generation';
import { readInfo } from './host-messages';
import { isBusy } from './patience';
import type { PreRuleFailure, PreRuleMatch } from './types';

/**
 * Asks the pre-rules of one plugin in their order (S18). One that fails says nothing about the message: it is reported,
 * and the next ones are asked.
 */
export async function tryPreRules(
  pluginId: string,
  generation: Generation,
  text: string,
  patienceLeft: number,
  signal: AbortSignal | undefined,
): Promise<{ match: PreRuleMatch | null; failures: PreRuleFailure[] }> {
  const preRules = generation.registry.preRules
    .map(({ name }) => name)
    .filter((name) => !generation.slow.has(name));
  if (preRules.length === 0) return { match: null, failures: [] };
  const began = performance.now();
  // The process names each before it asks it, so that a crash in one can be told as that one's.
  let asked: string | null = null;
  const onChunk = (chunk: unknown) => {
    if (typeof chunk === 'string' && preRules.includes(chunk)) asked = chunk;
  };
  const patienceMs = generation.patience.ms(patienceLeft);
  try {
    // Of those that take too long, two are waited for.
    const limit = 3 * generation.deadlines.rule + 2 * patienceMs;
    const params = { text, preRules, patienceMs };
    const found = await generation.stoppable('matchPreRule', params, limit, { signal, onChunk });
    const failures = found.failures.map(({ name, error }) => ({
      pluginId,
      preRule: name,
      error: readInfo(error),
    }));
    generation.patience.learn(failures.map(({ error }) => error));
    for (const { preRule, error } of failures)
      if (error.code === 'deadline_exceeded' && !isBusy(error) && error.details?.notTried !== true)
        generation.slow.add(preRule);
    // A process that answers with one it was not asked about is not believed.
    if (!found.match || !preRules.includes(found.match.preRule)) return { match: null, failures };
    const { tool, ...match } = found.match;
    const ms = Math.round((performance.now() - began) * 10) / 10;
    const key = `${pluginId}__${tool}`;
    return { match: { ...match, pluginId, tool: key, ms, generation: generation.id }, failures };
  } catch (error) {
    if (error instanceof SecAgentError && error.code === 'stopped') throw error;
    const info = toErrorInfo(error);
    generation.patience.learn([info]);
    return { match: null, failures: [{ pluginId, preRule: asked, error: info }] };
  }
}
