import type { ModelMessage } from 'ai';
import type { Dialect } from './dialect';

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
type UserContent = Exclude<Extract<ModelMessage, { role: 'user' }>['content'], string>;

/** The conversation as this service takes it. */
export function adaptMessages(messages: readonly ModelMessage[], dialect: Dialect): ModelMessage[] {
  const thought = keepReasoning(messages, dialect);
  return dialect.systemMessages === 'in-place' ? thought : labelSystemMessages(thought);
}

/**
 * Whether a refusal is about a system message that is not the first one: chat templates of several open models (Qwen
 * among them) raise it on servers that otherwise speak Chat Completions.
 */
export function refusesSystemMessages(text: string): boolean {
  return /system (message|role|prompt)s?[^.]{0,60}(beginning|first|start)/i.test(text);
}

function keepReasoning(messages: readonly ModelMessage[], { reasoning }: Dialect): ModelMessage[] {
  if (reasoning === 'all') return [...messages];
  const lastUser = messages.findLastIndex((message) => message.role === 'user');
  return messages.flatMap((message, index) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
    const content = message.content.filter((part) => {
      if (part.type !== 'reasoning') return true;
      if (reasoning === 'signed') return part.providerOptions !== undefined;
      return reasoning === 'this-turn' && index > lastUser;
    });
    return content.length > 0 ? [{ ...message, content } satisfies AssistantMessage] : [];
  });
}

/** A label, so that the model does not take the words for the user's, and the user's not for these. */
function labelSystemMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const adapted: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role !== 'system') {
      adapted.push(message);
      continue;
    }
    const note = {
      type: 'text' as const,
      text: `<system-note>\nFrom the application, not from the user:\n\n${message.content}\n</system-note>`,
    };
    const before = adapted.at(-1);
    if (before?.role === 'user') {
      const content: UserContent =
        typeof before.content === 'string' ? [{ type: 'text', text: before.content }] : before.content;
      adapted[adapted.length - 1] = { ...before, content: [...content, note] };
    } else {
      adapted.push({ role: 'user', content: [note] });
    }
  }
  return adapted;
}
