import { newEntry } from './new-entry';
import { noteSkippedPlugins } from './skipped-plugins';
import type { TurnStep } from './turn';

/**
 * Step 1: the first rule that matches decides alone (S17), also by failing. One of which nothing is known, because its
 * pattern took too long or its plugin is busy, is shown and the next is tried.
 */
export const applyRules: TurnStep = async (turn, context) => {
  const outcome = await context.hosts.runRules(turn.text, context.signal, ({ pluginId, rule, error }) => {
    if (rule === null) return noteSkippedPlugins(turn, context, [pluginId]);
    const values = { rule: `${pluginId}/${rule}`, reason: error.message };
    context.add(newEntry(turn.turnId, { kind: 'notice', code: 'rule_pattern_failed', values }));
  });
  if (!outcome) return turn;
  const { pluginId, rule, ms } = outcome;
  const summary = { ...turn.summary, rule: { pluginId, name: rule, outcome: outcome.kind } };
  const base = { kind: 'rule', pluginId, rule, ms } as const;
  switch (outcome.kind) {
    case 'error':
      context.add(newEntry(turn.turnId, { ...base, outcome: 'error', error: outcome.error }));
      return { ...turn, summary };
    case 'llm': {
      const { systemMessage } = outcome;
      context.add(
        newEntry(turn.turnId, { ...base, outcome: 'llm', ...(systemMessage && { systemMessage }) }),
      );
      return { ...turn, systemMessage: systemMessage || null, summary };
    }
    case 'reply':
      context.add(newEntry(turn.turnId, { ...base, outcome: 'reply' }));
      context.add(
        newEntry(turn.turnId, {
          kind: 'assistant',
          source: 'rule',
          model: null,
          parts: [{ type: 'text', text: outcome.message }],
          status: 'done',
        }),
      );
      return { ...turn, summary, answer: { text: outcome.message, status: 'done' } };
  }
};
