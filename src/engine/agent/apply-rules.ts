import { newEntry } from './new-entry';
import type { TurnStep } from './turn';

/** Step 1: the first rule that matches decides alone (S17). A failed one is shown and nothing else is tried. */
export const applyRules: TurnStep = async (turn, context) => {
  const outcome = await context.hosts.runRules(turn.text, context.signal);
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
