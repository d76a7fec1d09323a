import { SecAgentError, toErrorInfo } from '../../shared/errors';
import type { Entry, ToolCall } from '../../shared/sessions';
import { applyTurnEvent } from '../../shared/turn-events';
import { type ChosenModel, type StepPart, streamStep } from '../models';
import { toModelMessages } from './conversation';
import { newEntry } from './new-entry';
import { systemPrompt } from './system-prompt';
import { openToolBox, type ToolBox } from './tools';
import type { Turn, TurnContext, TurnStep } from './turn';

/** Model calls in one turn; beyond it something loops. */
const MAX_STEPS = 50;
/** ms between two saves of text that is streaming in: a crash loses less than a second (S26). */
const SAVE_INTERVAL_MS = 500;

type AssistantEntry = Extract<Entry, { kind: 'assistant' }>;

/** Step 5: model ⇄ tools until it answers without calling one. */
export const askModel: TurnStep = async (turn, context) => {
  const chosen = context.model();
  let current = turn;
  for (let step = 0; step < MAX_STEPS; step++) {
    const { next, calledTools, text } = await oneStep(current, context, chosen);
    current = next;
    if (!calledTools) return { ...current, answer: { text, status: 'done' } };
  }
  throw new SecAgentError(
    'turn_too_many_steps',
    `the model kept calling tools for ${MAX_STEPS} steps; the turn was ended`,
  );
};

/** One request, its answer streamed into one entry, and the tools it called, in their order. */
async function oneStep(turn: Turn, context: TurnContext, chosen: ChosenModel) {
  const tools = openToolBox(context, turn.sessionId);
  const messages = toModelMessages(context.sessions.entries(turn.sessionId), turn);
  const instructions = systemPrompt(
    context.hosts.skills(),
    context.hosts.tools().some((tool) => tool.hidden),
    turn.prompts,
  );
  const answer = new StreamingEntry(context, turn, chosen.info.id);
  try {
    const end = await streamStep(
      {
        model: await chosen.load(),
        reasoning: chosen.reasoning,
        instructions,
        messages,
        tools: tools.offered,
        signal: context.signal,
      },
      (part) => answer.receive(part, tools),
    );
    const toolCalls = await answer.runTools();
    answer.end('done');
    const { summary } = turn;
    return {
      text: answer.text(),
      calledTools: toolCalls.length > 0,
      next: {
        ...turn,
        summary: {
          ...summary,
          toolCalls: [...summary.toolCalls, ...toolCalls],
          modelRequests: summary.modelRequests + 1,
          usage: {
            inputTokens: summary.usage.inputTokens + end.usage.inputTokens,
            outputTokens: summary.usage.outputTokens + end.usage.outputTokens,
          },
        },
      },
    };
  } catch (error) {
    answer.fail(error);
    throw error;
  }
}

/** The assistant's entry while it streams: shows every piece at once, saves at intervals. */
class StreamingEntry {
  #entry: AssistantEntry;
  readonly #context: TurnContext;
  readonly #sessionId: string;
  readonly #pending: { call: ToolCall; run: (signal: AbortSignal) => Promise<unknown> }[] = [];
  #savedAt = 0;

  constructor(context: TurnContext, turn: Turn, model: string) {
    this.#context = context;
    this.#sessionId = turn.sessionId;
    this.#entry = newEntry(turn.turnId, {
      kind: 'assistant',
      source: 'model',
      model,
      parts: [],
      status: 'streaming',
    });
    context.add(this.#entry);
  }

  receive(part: StepPart, tools: ToolBox): void {
    if (part.type !== 'tool-call') {
      this.#show({ type: 'delta', entryId: this.#entry.id, part: part.type, text: part.text });
      return;
    }
    const { run, ...resolved } = tools.resolve(part.name, part.input);
    const call: ToolCall = { callId: part.callId, ...resolved, status: 'running', ms: null };
    const refuse = () =>
      Promise.reject(
        new SecAgentError('tool_arguments_invalid', part.invalid ?? 'the arguments are not valid JSON'),
      );
    this.#pending.push({ call, run: part.invalid === null ? run : refuse });
    this.#show({ type: 'tool', entryId: this.#entry.id, call });
  }

  /** One after another, in the order the model called them: tools of one plugin may depend on each other. */
  async runTools() {
    const done: {
      key: string;
      arguments: unknown;
      result?: unknown;
      error?: ReturnType<typeof toErrorInfo>;
      ms: number;
    }[] = [];
    this.#save();
    for (const { call, run } of this.#pending) {
      const started = performance.now();
      const ms = () => Math.round(performance.now() - started);
      const base = { key: call.key, arguments: call.arguments };
      try {
        this.#context.signal.throwIfAborted();
        const result = (await run(this.#context.signal)) ?? null;
        this.#change({ ...call, status: 'done', result, ms: ms() });
        done.push({ ...base, result, ms: ms() });
      } catch (thrown) {
        const stopped = this.#context.signal.aborted;
        const error = toErrorInfo(thrown);
        this.#change({
          ...call,
          status: stopped ? 'stopped' : 'error',
          ...(!stopped && { error }),
          ms: ms(),
        });
        if (stopped) throw new SecAgentError('stopped', 'stopped');
        done.push({ ...base, error, ms: ms() });
      }
    }
    return done;
  }

  text(): string {
    return this.#entry.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }

  end(status: 'done'): void {
    this.#entry = { ...this.#entry, status };
    this.#context.add(this.#entry);
  }

  fail(thrown: unknown): void {
    const stopped = this.#context.signal.aborted;
    const parts = this.#entry.parts.map((part) =>
      part.type === 'tool' && part.call.status === 'running'
        ? { ...part, call: { ...part.call, status: 'stopped' as const, ms: part.call.ms ?? 0 } }
        : part,
    );
    const error = toErrorInfo(thrown);
    this.#entry = {
      ...this.#entry,
      parts,
      status: stopped ? 'stopped' : 'error',
      ...(!stopped && { error }),
    };
    this.#context.add(this.#entry);
  }

  #change(call: ToolCall): void {
    this.#show({ type: 'tool', entryId: this.#entry.id, call });
    this.#save();
  }

  #show(event: Parameters<TurnContext['emit']>[0]): void {
    [this.#entry] = applyTurnEvent([this.#entry], event) as [AssistantEntry];
    this.#context.emit(event);
    if (performance.now() - this.#savedAt > SAVE_INTERVAL_MS) this.#save();
  }

  #save(): void {
    this.#savedAt = performance.now();
    this.#context.sessions.save(this.#sessionId, this.#entry);
  }
}
