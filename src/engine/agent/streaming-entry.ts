import { randomUUID } from 'node:crypto';
import { SecAgentError, toErrorInfo } from '../../shared/errors';
import type {
  AssistantPart,
  Entry,
  ProviderData,
  ToolCall,
  TurnEvent,
  TurnSummary,
} from '../../shared/sessions';
import type { Retry, StepPart } from '../models';
import { shownEntry } from '../sessions';
import { newEntry } from './new-entry';
import type { ToolBox } from './tools';
import type { Turn, TurnContext } from './turn';

/** ms between two saves of text that is streaming in: a crash loses less than a second (S26). */
const SAVE_INTERVAL_MS = 500;

type AssistantEntry = Extract<Entry, { kind: 'assistant' }>;
type Block = Exclude<AssistantPart, { type: 'tool' }>;

/**
 * The assistant's entry while it streams: shows every piece at once, saves at intervals. What is stored has one part
 * for each block of the provider, with what it wants back; what is shown has neither (see `shownEntry`).
 */
export class StreamingEntry {
  #entry: AssistantEntry;
  readonly #context: TurnContext;
  readonly #turn: Turn;
  readonly #pending: { call: ToolCall; run: (signal: AbortSignal) => Promise<unknown> }[] = [];
  /** ids the provider gave its blocks, by index in `parts` */
  readonly #blockIds = new Map<number, string>();
  #savedAt = 0;

  /** @param model null where a pre-rule answers */
  constructor(context: TurnContext, turn: Turn, model: string | null) {
    this.#context = context;
    this.#turn = turn;
    this.#entry = newEntry(turn.turnId, {
      kind: 'assistant',
      source: model === null ? 'rule' : 'model',
      model,
      parts: [],
      status: 'streaming',
    });
    context.add(this.#entry);
    context.streams(() => this.#save());
  }

  receive(part: StepPart, tools: ToolBox): void {
    if (part.type !== 'tool-call') {
      this.#receiveText(part);
      return;
    }
    const { run, ...resolved } = tools.resolve(part.name, part.input);
    const refuse = () =>
      Promise.reject(
        new SecAgentError('tool_arguments_invalid', part.invalid ?? 'the arguments are not valid JSON'),
      );
    const call = { callId: part.callId, ...resolved };
    this.addCall(call, part.invalid === null ? run : refuse, part.provider);
  }

  /** Shows a call that `runTools` will make. */
  addCall(
    given: Pick<ToolCall, 'callId' | 'key' | 'hidden' | 'arguments'>,
    run: (signal: AbortSignal) => Promise<unknown>,
    provider?: ProviderData,
  ): void {
    const call: ToolCall = { ...given, status: 'running', ms: null };
    this.#pending.push({ call, run });
    this.#change([...this.#entry.parts, { type: 'tool', call, ...(provider && { provider }) }]);
    this.#show({ type: 'tool', entryId: this.#entry.id, call });
  }

  /**
   * Says that the request is repeated after an error that passes. Nothing had arrived, so the entry that waited
   * becomes the notice and the answer goes on in one after it: steps stay in the order in which they acted (S24).
   */
  waitToRetry({ attempt, waitMs, error }: Retry): void {
    const { id, createdAt } = this.#entry;
    const values = {
      attempt: String(attempt),
      seconds: String(Math.round(waitMs / 100) / 10),
      code: error.code,
      reason: error.message,
    };
    this.#context.add({
      ...newEntry(this.#turn.turnId, { kind: 'notice', code: 'retrying', values }),
      id,
      createdAt,
    });
    this.#entry = { ...this.#entry, id: randomUUID(), createdAt: Date.now() };
    this.#context.add(this.#entry);
  }

  /** One after another, in the order the model called them: tools of one plugin may depend on each other. */
  async runTools() {
    const done: TurnSummary['toolCalls'] = [];
    this.#save();
    for (const { call, run } of this.#pending) {
      const started = performance.now();
      const ms = () => Math.round(performance.now() - started);
      const base = { key: call.key, arguments: call.arguments };
      try {
        this.#context.signal.throwIfAborted();
        const result = (await run(this.#context.signal)) ?? null;
        this.#finish({ ...call, status: 'done', result, ms: ms() });
        done.push({ ...base, result, ms: ms() });
      } catch (thrown) {
        const stopped = this.#context.signal.aborted;
        const error = toErrorInfo(thrown);
        this.#finish({
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
    this.#settle();
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
    this.#settle();
  }

  #receiveText({ type, id, text, provider }: Exclude<StepPart, { type: 'tool-call' }>): void {
    const { parts } = this.#entry;
    // A block may end after others began; only then does it get what the provider wants back.
    const known = parts.findLastIndex((part, at) => part.type === type && this.#blockIds.get(at) === id);
    const goesOn = known >= 0 && (known === parts.length - 1 || !text);
    const at = goesOn ? known : parts.length;
    const block = (goesOn ? parts[at] : { type, text: '' }) as Block;
    this.#blockIds.set(at, id);
    const separator = !block.text && text ? this.#separatorBefore(type) : '';
    const changed = { ...block, text: block.text + text, ...(provider && { provider }) };
    this.#change(goesOn ? parts.with(at, changed) : [...parts, changed]);
    if (text) this.#show({ type: 'delta', entryId: this.#entry.id, part: type, text: separator + text });
  }

  /** Thoughts of two blocks are two paragraphs, as in `shownEntry`. */
  #separatorBefore(type: Block['type']): string {
    const last = shownEntry(this.#entry).parts.at(-1);
    return type === 'reasoning' && last?.type === type ? '\n\n' : '';
  }

  #finish(call: ToolCall): void {
    this.#change(
      this.#entry.parts.map((part) =>
        part.type === 'tool' && part.call.callId === call.callId ? { ...part, call } : part,
      ),
    );
    this.#show({ type: 'tool', entryId: this.#entry.id, call });
    this.#save();
  }

  #change(parts: AssistantPart[]): void {
    this.#entry = { ...this.#entry, parts };
  }

  #show(event: TurnEvent): void {
    this.#context.emit(event);
    if (performance.now() - this.#savedAt > SAVE_INTERVAL_MS) this.#save();
  }

  #settle(): void {
    this.#save();
    this.#context.emit({ type: 'entry', entry: shownEntry(this.#entry) });
  }

  #save(): void {
    this.#savedAt = performance.now();
    this.#context.sessions.save(this.#turn.sessionId, this.#entry);
  }
}
