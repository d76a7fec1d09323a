import { SecAgentError } from '../../shared/errors';
import type { Entry } from '../../shared/sessions';
import { type ChosenModel, streamStep } from '../models';

/** Of the conversation, newest first: what is summarised has to fit into the model that no longer fits the whole. */
const MAX_CHARACTERS = 60_000;
const RESULT_CHARACTERS = 500;

/**
 * Has the model sum up what was said so far, so that a conversation that no longer fits can go on.
 * @throws what a model request throws; `model_failed` when it answers nothing
 */
export async function summarise(
  entries: readonly Entry[],
  model: ChosenModel,
  signal: AbortSignal,
): Promise<string> {
  let summary = '';
  await streamStep(
    {
      model: await model.load(),
      instructions:
        'Sum up the conversation below for the assistant that continues it: facts, names, numbers, decisions, what the user wants, what is still open. Write in the language of the conversation, at most 600 words, nothing else.',
      messages: [{ role: 'user', content: transcript(entries) }],
      tools: [],
      signal,
    },
    (part) => {
      if (part.type === 'text') summary += part.text;
    },
  );
  if (!summary.trim()) throw new SecAgentError('model_failed', 'the model did not write a summary');
  return summary.trim();
}

/** What was said since the last summary, and that summary; the oldest is left out when it is too much. */
function transcript(entries: readonly Entry[]): string {
  const start = Math.max(
    0,
    entries.findLastIndex(({ kind }) => kind === 'summary'),
  );
  const lines = entries.slice(start).map(spoken).filter(Boolean);
  const kept: string[] = [];
  let characters = 0;
  for (const line of lines.reverse()) {
    characters += line.length;
    if (characters > MAX_CHARACTERS && kept.length > 0) break;
    kept.unshift(line.slice(0, MAX_CHARACTERS));
  }
  return kept.join('\n\n');
}

function spoken(entry: Entry): string {
  switch (entry.kind) {
    case 'user':
      return `User: ${entry.text}`;
    case 'summary':
      return `Summary of what came before: ${entry.text}`;
    case 'assistant':
      return entry.parts
        .map((part) => {
          if (part.type === 'text') return `Assistant: ${part.text}`;
          if (part.type === 'reasoning') return '';
          const { key, arguments: args, result, error } = part.call;
          return `Tool ${key} ${cut(args)} → ${error ? error.message : cut(result)}`;
        })
        .filter(Boolean)
        .join('\n');
    default:
      return '';
  }
}

function cut(value: unknown): string {
  return (JSON.stringify(value) ?? '').slice(0, RESULT_CHARACTERS);
}
