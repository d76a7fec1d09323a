import type { ModelMessage } from 'ai';
import type { Entry, ToolCall } from '../../shared/sessions';
import { offeredName } from './tool-names';
import { CALL_HIDDEN_TOOL } from './tools';

/** Characters of one tool result the model gets to see; the user always sees all of it. */
const RESULT_CHARACTERS = 100_000;

/**
 * The messages of a session as a model gets them. Loaded skills stay where they acted, as system messages right
 * after the user's (S14); what a rule added is there in its own turn only (S17).
 */
export function toModelMessages(
  entries: readonly Entry[],
  current: { turnId: string; systemMessage: string | null },
): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const [index, entry] of entries.entries()) {
    switch (entry.kind) {
      case 'user':
        messages.push({ role: 'user', content: entry.text });
        break;
      case 'skill':
        messages.push({ role: 'system', content: `Skill ${entry.name} (${entry.path}):\n\n${entry.text}` });
        break;
      case 'assistant':
        messages.push(...assistantMessages(entry));
        break;
      case 'rule':
      case 'notice':
        break;
    }
    const last = entry.turnId === current.turnId && startsAnswer(entries[index + 1]);
    if (last && current.systemMessage && !isAnswer(entry)) {
      messages.push({ role: 'system', content: current.systemMessage });
    }
  }
  return messages;
}

function isAnswer(entry: Entry): boolean {
  return entry.kind === 'assistant';
}

/** Whether the model's part of a turn begins with this entry, or with the request about to be made. */
function startsAnswer(next: Entry | undefined): boolean {
  return next === undefined || isAnswer(next);
}

function assistantMessages(entry: Extract<Entry, { kind: 'assistant' }>): ModelMessage[] {
  const calls: ToolCall[] = [];
  const content: Exclude<Extract<ModelMessage, { role: 'assistant' }>['content'], string> = [];
  for (const part of entry.parts) {
    if (part.type === 'text' && part.text) content.push({ type: 'text', text: part.text });
    if (part.type === 'tool') {
      calls.push(part.call);
      content.push({ type: 'tool-call', toolCallId: part.call.callId, ...calledAs(part.call) });
    }
  }
  if (content.length === 0) return [];
  const messages: ModelMessage[] = [{ role: 'assistant', content }];
  if (calls.length > 0) {
    messages.push({
      role: 'tool',
      content: calls.map((call) => ({
        type: 'tool-result',
        toolCallId: call.callId,
        toolName: calledAs(call).toolName,
        output: resultOf(call),
      })),
    });
  }
  return messages;
}

function calledAs(call: ToolCall): { toolName: string; input: unknown } {
  return call.hidden
    ? { toolName: CALL_HIDDEN_TOOL, input: { name: call.key, arguments: call.arguments } }
    : { toolName: offeredName(call.key), input: call.arguments };
}

/** Every call gets a result, also one that was cut: a dangling call makes the next request fail. */
function resultOf(call: ToolCall): { type: 'text' | 'error-text'; value: string } {
  if (call.status === 'done') return { type: 'text', value: cut(resultText(call.result)) };
  const reason = call.error
    ? `${call.error.code}: ${call.error.message}`
    : 'the call was stopped before it finished';
  return { type: 'error-text', value: cut(reason) };
}

function resultText(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}

function cut(text: string): string {
  if (text.length <= RESULT_CHARACTERS) return text;
  return `${text.slice(0, RESULT_CHARACTERS)}\n[cut: ${text.length - RESULT_CHARACTERS} more characters]`;
}
