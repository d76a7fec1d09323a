import type { ModelMessage, ToolSet } from 'ai';
import { SecAgentError } from '../../shared/errors';
import type { ProviderData } from '../../shared/sessions';
import type { Reasoning } from '../../shared/settings';
import { adaptMessages } from './dialects';
import { checkEnd } from './finish-reasons';
import type { LoadedModel } from './model';
import { describeModelError, streamCut } from './model-errors';
import { type RetryOptions, withRetries } from './retries';

/** A tool as the model sees it: its offered name (S9), never its code. */
export interface OfferedTool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

export interface StepRequest extends Pick<RetryOptions, 'onRetry' | 'backoffMs'> {
  model: LoadedModel;
  instructions: string;
  messages: ModelMessage[];
  tools: readonly OfferedTool[];
  /** how much the model thinks first; its own default when left out (S25) */
  reasoning?: Reasoning | undefined;
  signal: AbortSignal;
}

export type StepPart =
  /** a piece of the block `id`; the text may be empty and bring only what the provider wants back with the block */
  | { type: 'text' | 'reasoning'; id: string; text: string; provider?: ProviderData }
  | {
      type: 'tool-call';
      callId: string;
      name: string;
      input: unknown;
      invalid: string | null;
      provider?: ProviderData;
    };

export interface StepEnd {
  finishReason: string;
  usage: { inputTokens: number; outputTokens: number };
}

/**
 * One request to the model, streamed. Tools are only described to it; whoever calls this runs them. Errors that pass
 * are waited out as long as nothing has been shown.
 * @throws `stopped` after an abort, else a `model_*` error
 */
export async function streamStep(request: StepRequest, onPart: (part: StepPart) => void): Promise<StepEnd> {
  let shown = false;
  let { dialect } = request.model;
  const once = () =>
    attempt({ ...request, model: { ...request.model, dialect } }, (part) => {
      shown = true;
      onPart(part);
    });
  /** A server may be stricter than its kind: its first refusal says so. */
  const knowingDialect = async () => {
    try {
      return await once();
    } catch (thrown) {
      const { reason } = describeModelError(thrown).error.details ?? {};
      if (reason !== 'system_messages' || dialect.systemMessages === 'labelled') throw thrown;
      dialect = { ...dialect, systemMessages: 'labelled' };
      return once();
    }
  };
  try {
    return await withRetries(knowingDialect, { ...request, mayRetry: () => !shown });
  } catch (error) {
    if (request.signal.aborted) throw new SecAgentError('stopped', 'stopped');
    throw error;
  }
}

async function attempt(request: StepRequest, onPart: (part: StepPart) => void): Promise<StepEnd> {
  const { streamText } = await import('ai');
  const { model, dialect, parameters } = request.model;
  const providerOptions = dialect.options(request.reasoning);
  const result = streamText({
    model,
    instructions: request.instructions,
    messages: adaptMessages(request.messages, dialect),
    allowSystemInMessages: true,
    tools: await describeTools(request.tools),
    ...parameters,
    ...(request.reasoning && { reasoning: request.reasoning }),
    ...(providerOptions && { providerOptions }),
    abortSignal: request.signal,
    maxRetries: 0,
    // Errors arrive as parts of the stream; the default also prints them.
    onError: () => undefined,
  });
  let end: StepEnd | null = null;
  for await (const part of result.stream) {
    switch (part.type) {
      case 'text-start':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-end':
      case 'text-delta':
      case 'reasoning-delta': {
        const text = 'text' in part ? part.text : '';
        const provider = part.providerMetadata as ProviderData | undefined;
        const type = part.type.startsWith('text') ? 'text' : 'reasoning';
        if (text || provider) onPart({ type, id: part.id, text, ...(provider && { provider }) });
        break;
      }
      case 'tool-call': {
        const provider = part.providerMetadata as ProviderData | undefined;
        onPart({
          type: 'tool-call',
          callId: part.toolCallId,
          name: part.toolName,
          input: part.input,
          invalid: part.dynamic && part.invalid ? invalidInput(part.error) : null,
          ...(provider && { provider }),
        });
        break;
      }
      case 'finish-step': {
        checkEnd(part);
        const { inputTokens = 0, outputTokens = 0 } = part.usage;
        end = { finishReason: part.finishReason, usage: { inputTokens, outputTokens } };
        break;
      }
      case 'error':
        throw part.error;
      case 'abort':
        throw new SecAgentError('stopped', 'stopped');
    }
  }
  request.signal.throwIfAborted();
  if (!end) throw streamCut();
  return end;
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
