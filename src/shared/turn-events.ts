import type { Entry, TurnEvent } from './sessions';

/** Applies one event to a list of entries and returns the new list; unknown ids are left alone. */
export function applyTurnEvent(entries: readonly Entry[], event: TurnEvent): Entry[] {
  switch (event.type) {
    case 'entry': {
      const at = entries.findIndex((entry) => entry.id === event.entry.id);
      return at < 0 ? [...entries, event.entry] : entries.with(at, event.entry);
    }
    case 'delta':
      return changeAssistant(entries, event.entryId, (entry) => {
        const last = entry.parts.at(-1);
        if (last?.type === event.part) {
          return {
            ...entry,
            parts: entry.parts.with(-1, { type: event.part, text: last.text + event.text }),
          };
        }
        return { ...entry, parts: [...entry.parts, { type: event.part, text: event.text }] };
      });
    case 'tool':
      return changeAssistant(entries, event.entryId, (entry) => {
        const part = { type: 'tool' as const, call: event.call };
        const at = entry.parts.findIndex((p) => p.type === 'tool' && p.call.callId === event.call.callId);
        return { ...entry, parts: at < 0 ? [...entry.parts, part] : entry.parts.with(at, part) };
      });
    case 'finish':
      return [...entries];
  }
}

type AssistantEntry = Extract<Entry, { kind: 'assistant' }>;

function changeAssistant(
  entries: readonly Entry[],
  id: string,
  change: (entry: AssistantEntry) => AssistantEntry,
): Entry[] {
  return entries.map((entry) => (entry.id === id && entry.kind === 'assistant' ? change(entry) : entry));
}
