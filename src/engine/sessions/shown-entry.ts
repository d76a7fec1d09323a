import type { AssistantPart, Entry } from '../../shared/sessions';

/**
 * An entry as people see it, without what only its provider can read: signatures, encrypted reasoning, ids. Blocks of
 * one kind in a row are one part; a block with nothing but such data is none.
 */
export function shownEntry<T extends Entry>(entry: T): T {
  if (entry.kind !== 'assistant') return entry;
  const parts: AssistantPart[] = [];
  for (const { provider: _, ...part } of entry.parts) {
    const last = parts.at(-1);
    if (part.type === 'tool') parts.push(part);
    else if (!part.text) continue;
    else if (last?.type === part.type) {
      const gap = part.type === 'reasoning' ? '\n\n' : '';
      parts[parts.length - 1] = { ...last, text: last.text + gap + part.text };
    } else parts.push(part);
  }
  return { ...entry, parts };
}
