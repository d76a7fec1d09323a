import type { AssistantPart, Entry, ProviderData, ToolCall } from '../../shared/sessions';

type StoredPart =
  | Exclude<AssistantPart, { type: 'tool' }>
  | { type: 'tool'; callId: string; provider?: ProviderData };

/** A row of `tool_calls`. */
export interface ToolCallRow {
  message_id: string;
  call_id: string;
  key: string;
  hidden: number;
  arguments: string;
  status: ToolCall['status'];
  result: string | null;
  error: string | null;
  ms: number | null;
}

export function toToolCall(row: ToolCallRow): ToolCall {
  return {
    callId: row.call_id,
    key: row.key,
    hidden: row.hidden === 1,
    arguments: JSON.parse(row.arguments),
    status: row.status,
    ...(row.result !== null && { result: JSON.parse(row.result) }),
    ...(row.error !== null && { error: JSON.parse(row.error) }),
    ms: row.ms,
  };
}

/** Splits an entry into its own JSON, its searchable text and its tool calls, which have a table of their own. */
export function flatten(entry: Entry): { content: string; text: string; calls: ToolCall[] } {
  if (entry.kind !== 'assistant') {
    return { content: JSON.stringify(entry), text: entry.kind === 'user' ? entry.text : '', calls: [] };
  }
  const calls: ToolCall[] = [];
  const parts: StoredPart[] = entry.parts.map((part) => {
    if (part.type !== 'tool') return part;
    calls.push(part.call);
    const { call, provider } = part;
    return { type: 'tool', callId: call.callId, ...(provider && { provider }) };
  });
  const text = entry.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { content: JSON.stringify({ ...entry, parts }), text, calls };
}

/** The entry as it was, with its tool calls as they are now. */
export function revive(content: string, call: (callId: string) => ToolCall | undefined): Entry {
  const entry = JSON.parse(content) as Entry;
  if (entry.kind !== 'assistant') return entry;
  const parts: AssistantPart[] = [];
  for (const part of entry.parts as unknown as StoredPart[]) {
    if (part.type !== 'tool') parts.push(part);
    else {
      const stored = call(part.callId);
      if (stored)
        parts.push({ type: 'tool', call: stored, ...(part.provider && { provider: part.provider }) });
    }
  }
  return { ...entry, parts };
}
