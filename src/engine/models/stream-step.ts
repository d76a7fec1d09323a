import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage, ToolSet } from 'ai';
import { SecAgentError } from '../../shared/errors';
import { describeModelError } from './model-errors';

/** A tool as the model sees it: its offered name (S9), never its code. */
export interface OfferedTool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

export interface StepRequest {
  model: LanguageModelV4;
  instructions: string;
  messages: ModelMessage[];
  tools: readonly OfferedTool[];
  /** how much the model thinks first; its own default when left out (S25) */
  reasoning?: Reasoning | undefined;
  signal: AbortSignal;
}

export type Reasoning = 'none' | 'low' | 'medium' | 'high';

export type StepPart =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool-call'; callId: string; name: string; input: unknown; invalid: string | null };

export interface StepEnd {
  finishReason: string;
  usage: { inputTokens: number; outputTokens: number };
}

/**
 * One request to the model, streamed. Tools are only described to it; whoever calls this runs them.
 * @throws `stopped` after an abort, else a `model_*` error
 */
export async function streamStep(request: StepRequest, onPart: (part: StepPart) => void): Promise<StepEnd> {
  const { streamText } = await import('ai');
  let finished: StepEnd | null = null;
  try {
    const result = streamText({
      model: request.model,
      instructions: request.instructions,
      messages: request.messages,
      allowSystemInMessages: true,
      tools: await describeTools(request.tools),
      ...(request.reasoning && { reasoning: request.reasoning }),
      abortSignal: request.signal,
      maxRetries: 2,
      // Errors arrive as parts of the stream; the default also prints them.
      onError: () => undefined,
    });
    for await (const part of result.stream) {
      switch (part.type) {
        case 'text-delta':
          onPart({ type: 'text', text: part.text });
          break;
        case 'reasoning-delta':
          onPart({ type: 'reasoning', text: part.text });
          break;
        case 'tool-call': {
          const invalid = part.dynamic && part.invalid ? invalidInput(part.error) : null;
          onPart({
            type: 'tool-call',
            callId: part.toolCallId,
            name: part.toolName,
            input: part.input,
            invalid,
          });
          break;
        }
        case 'finish-step':
          finished = {
            finishReason: part.finishReason,
            usage: { inputTokens: part.usage.inputTokens ?? 0, outputTokens: part.usage.outputTokens ?? 0 },
          };
          break;
        case 'error':
          throw part.error;
        case 'abort':
          throw new SecAgentError('stopped', 'stopped');
      }
    }
  } catch (error) {
    if (request.signal.aborted) throw new SecAgentError('stopped', 'stopped');
    throw describeModelError(error);
  }
  if (request.signal.aborted) throw new SecAgentError('stopped', 'stopped');
  if (!finished)
    throw new SecAgentError(
      'model_stream_cut',
      'the connection to the model broke before the answer was complete',
    );
  return finished;
}

/** Why the arguments can't be used; a name we did not offer is the caller's to explain. */
function invalidInput(error: unknown): string | null {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'AI_NoSuchToolError' ? null : error.message;
}

async function describeTools(tools: readonly OfferedTool[]): Promise<ToolSet> {
  const { dynamicTool, jsonSchema } = await import('ai');
  return Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      // No `execute`: the SDK then hands the call over. jsonSchema() validates nothing; the plugin's process does.
      dynamicTool({ description: tool.description, inputSchema: jsonSchema(tool.inputSchema) } as Parameters<
        typeof dynamicTool
      >[0]),
    ]),
  );
}
