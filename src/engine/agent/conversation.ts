import type { ModelMessage } from 'ai';
import type { Entry, ToolCall } from '../../shared/sessions';
import { offeredName } from './tool-names';
import { CALL_HIDDEN_TOOL } from './tools';

type AssistantContent = Exclude<Extract<ModelMessage, { role: 'assistant' }>['content'], string>;
type UserContent = Extract<ModelMessage, { role: 'user' }>['content'];

/** Characters of one tool result the model gets to see; the user always sees all of it. */
const RESULT_CHARACTERS = 100_000;

/** What the request that is about to be made knows beside the entries. */
export interface CurrentRequest {
  turnId: string;
  /** what a rule added to this turn (S17) */
  systemMessage: string | null;
  /** `provider:model`; another model can't use what this one wants back */
  model: string;
}

/**
 * The messages of a session as a model gets them. Loaded skills stay where they acted, as system messages right
 * after the user's (S14); what a rule added is there in its own turn only, right before the answer (S17).
 */
export function toModelMessages(all: readonly Entry[], current: CurrentRequest): ModelMessage[] {
  const messages: ModelMessage[] = [];
  // A summary stands for all that came before it.
  const entries = all.slice(
    Math.max(
      0,
      all.findLastIndex(({ kind }) => kind === 'summary'),
    ),
  );
  const answer = entries.findIndex((entry) => entry.turnId === current.turnId && entry.kind === 'assistant');
  const systemMessageAt = answer < 0 ? entries.length : answer;
  for (const [index, entry] of entries.entries()) {
    if (index === systemMessageAt) addSystemMessage(messages, current.systemMessage);
    switch (entry.kind) {
      case 'user':
        messages.push({ role: 'user', content: userContent(entry) });
        break;
      case 'summary':
        messages.push({ role: 'system', content: `Summary of the conversation so far:\n\n${entry.text}` });
        break;
      case 'skill':
        messages.push({ role: 'system', content: `Skill ${entry.name} (${entry.path}):\n\n${entry.text}` });
        break;
      case 'assistant':
        messages.push(...assistantMessages(entry, current.model));
        break;
      case 'rule':
      case 'notice':
        break;
    }
  }
  if (systemMessageAt === entries.length) addSystemMessage(messages, current.systemMessage);
  return messages;
}

function addSystemMessage(messages: ModelMessage[], content: string | null): void {
  if (content) messages.push({ role: 'system', content });
}

function userContent({ text, images = [] }: Extract<Entry, { kind: 'user' }>): UserContent {
  if (images.length === 0) return text;
  const files = images.map(({ mediaType, data }) => ({ type: 'file' as const, mediaType, data }));
  return text ? [{ type: 'text', text }, ...files] : files;
}

function assistantMessages(entry: Extract<Entry, { kind: 'assistant' }>, model: string): ModelMessage[] {
  const own = entry.model === model;
  const calls: ToolCall[] = [];
  const content: AssistantContent = [];
  for (const part of entry.parts) {
    const back = own && part.provider && { providerOptions: part.provider };
    if (part.type === 'tool') {
      calls.push(part.call);
      content.push({ type: 'tool-call', toolCallId: part.call.callId, ...calledAs(part.call), ...back });
    } else if (part.type === 'text' && (part.text || back)) {
      content.push({ type: 'text', text: part.text, ...back });
    } else if (part.type === 'reasoning' && own) {
      content.push({ type: 'reasoning', text: part.text, ...back });
    }
  }
  // Thoughts that led to nothing are no message; some services refuse them.
  if (content.every(({ type }) => type === 'reasoning')) return [];
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
