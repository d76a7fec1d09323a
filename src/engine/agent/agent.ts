import { randomUUID } from 'node:crypto';
import { SecAgentError, toErrorInfo } from '../../shared/errors';
import type { Entry, ShownSession, TurnEvent, TurnResult } from '../../shared/sessions';
import type { ChosenModel } from '../models';
import type { Skills } from '../skills';
import { applyCommand } from './apply-command';
import { applyPreRules } from './apply-pre-rules';
import { applyRules } from './apply-rules';
import { askModel } from './ask-model';
import { summarise } from './compact';
import { evaluatePrompts } from './evaluate-prompts';
import { loadSkills } from './load-skills';
import { nameSession, titleFrom } from './name-session';
import { newEntry } from './new-entry';
import { newTurn, type Turn, type TurnContext, type TurnSkills, type TurnStep } from './turn';

/** S24, in this order. */
const steps: readonly TurnStep[] = [
  applyCommand,
  applyRules,
  applyPreRules,
  loadSkills,
  evaluatePrompts,
  askModel,
];

/** ms a turn waits for plugins that are still starting (DESIGN §1). */
const PLUGIN_WAIT_MS = 3000;

export type AgentOptions = Pick<TurnContext, 'hosts' | 'sessions' | 'selectedTools'> & {
  skills: Skills;
  /** folder a session works in (S28) */
  workspaceOf(sessionId: string): string;
  /** names sessions after their first turn; null: their first line does */
  titleModel(): ChosenModel | null;
  /** a session got its name */
  named(sessionId: string): void;
  /** `seq` grows by one with every event */
  emit(sessionId: string, event: TurnEvent, seq: number): void;
};

interface RunningTurn {
  controller: AbortController;
  ended: Promise<unknown>;
  /** stores what has streamed into the turn's present entry */
  saveLive(): void;
}

/** Runs turns: one at a time in a session, several sessions side by side. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #running = new Map<string, RunningTurn>();
  #lastSeq = 0;

  readonly #naming = new AbortController();

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  /**
   * Answers one message. What happens on the way is emitted and stored as it happens; a failed model request
   * ends as a result with `status: 'error'`, not as an exception.
   * @throws `session_unknown`, `session_busy`
   */
  async send(
    sessionId: string,
    text: string,
    model: TurnContext['model'],
    signal?: AbortSignal,
  ): Promise<TurnResult> {
    const { sessions, hosts, skills, selectedTools, workspaceOf } = this.#options;
    const workspace = workspaceOf(sessionId);
    sessions.beginTurn(sessionId);
    const controller = new AbortController();
    const ended = Promise.withResolvers<void>();
    const running: RunningTurn = { controller, ended: ended.promise, saveLive: () => undefined };
    this.#running.set(sessionId, running);
    const emit = (event: TurnEvent) => this.#options.emit(sessionId, event, ++this.#lastSeq);
    const add = (entry: Entry) => {
      sessions.save(sessionId, entry);
      emit({ type: 'entry', entry });
    };
    const context: TurnContext = {
      hosts,
      sessions,
      skills: turnSkills(skills, workspace),
      model,
      selectedTools,
      workspace,
      signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
      emit,
      add,
      streams: (save) => {
        running.saveLive = save;
      },
    };
    const turnId = randomUUID();
    try {
      const isNew = !sessions.summary(sessionId).title;
      if (isNew) sessions.rename(sessionId, titleFrom(text));
      add(newEntry(turnId, { kind: 'user', text }));
      const result = await this.#run(newTurn(sessionId, turnId, text), context);
      if (isNew) void this.#name(sessionId, text, result);
      return result;
    } finally {
      this.#running.delete(sessionId);
      sessions.endTurn(sessionId);
      ended.resolve();
    }
  }

  /**
   * Sums up what was said so far, so that the model gets the summary in its place (a conversation that no longer
   * fits). Skills may load again: their text is among what the model no longer gets.
   * @throws `session_unknown`, `session_busy`, and what a model request throws
   */
  async compact(sessionId: string, model: TurnContext['model']): Promise<void> {
    const { sessions } = this.#options;
    sessions.beginTurn(sessionId);
    const controller = new AbortController();
    const ended = Promise.withResolvers<void>();
    this.#running.set(sessionId, { controller, ended: ended.promise, saveLive: () => undefined });
    try {
      const entries = sessions.entries(sessionId);
      const text = await summarise(entries, model(), controller.signal);
      const entry = newEntry(randomUUID(), { kind: 'summary', text, replaced: entries.length });
      sessions.save(sessionId, entry);
      sessions.forgetSkills(sessionId);
      this.#options.emit(sessionId, { type: 'entry', entry }, ++this.#lastSeq);
    } finally {
      this.#running.delete(sessionId);
      sessions.endTurn(sessionId);
      ended.resolve();
    }
  }

  /**
   * The session with everything that was shown so far, and which event was the last of it: text is stored at intervals,
   * and whoever opens a session that is being answered must neither miss a piece nor get one twice.
   * @throws `session_unknown`
   */
  show(sessionId: string): ShownSession {
    this.#running.get(sessionId)?.saveLive();
    return { ...this.#options.sessions.show(sessionId), upTo: this.#lastSeq };
  }

  /** Ends everything the session's turn is doing, running tools included; resolves when its last entry is stored. */
  async stop(sessionId: string): Promise<void> {
    const turn = this.#running.get(sessionId);
    turn?.controller.abort();
    await turn?.ended;
  }

  async stopAll(): Promise<void> {
    this.#naming.abort();
    await Promise.all([...this.#running.keys()].map((sessionId) => this.stop(sessionId)));
  }

  /** Behind the turn, which never waits for it. */
  async #name(sessionId: string, text: string, result: TurnResult): Promise<void> {
    const { sessions, titleModel, named } = this.#options;
    const { signal } = this.#naming;
    if (await nameSession(text, result, { sessions, model: titleModel, signal })) named(sessionId);
  }

  async #run(start: Turn, context: TurnContext): Promise<TurnResult> {
    let turn = start;
    let failure: SecAgentError | null = null;
    try {
      await waitForPlugins(turn, context);
      for (const step of steps) {
        if (turn.answer) break;
        context.signal.throwIfAborted();
        turn = await step(turn, context);
      }
    } catch (error) {
      failure = context.signal.aborted ? new SecAgentError('stopped', 'stopped') : asError(error);
      this.#showFailure(turn, context, failure);
    }
    const status = failure
      ? failure.code === 'stopped'
        ? 'stopped'
        : 'error'
      : (turn.answer?.status ?? 'done');
    const error = failure && failure.code !== 'stopped' ? toErrorInfo(failure) : turn.answer?.error;
    context.emit({ type: 'finish', turnId: turn.turnId, status, ...(error && { error }) });
    return {
      sessionId: turn.sessionId,
      turnId: turn.turnId,
      status,
      reply: turn.answer?.text ?? partialReply(turn, context),
      ...(error && { error }),
      turn: turn.summary,
    };
  }

  /** A turn that failed before or between model calls still says so in the session. */
  #showFailure(turn: Turn, context: TurnContext, failure: SecAgentError): void {
    const last = context.sessions.entries(turn.sessionId).at(-1);
    const shown = last?.turnId === turn.turnId && last.kind === 'assistant' && last.status !== 'done';
    if (shown) return;
    const stopped = failure.code === 'stopped';
    context.add(
      newEntry(turn.turnId, {
        kind: 'assistant',
        source: 'model',
        model: null,
        parts: [],
        status: stopped ? 'stopped' : 'error',
        ...(!stopped && { error: toErrorInfo(failure) }),
      }),
    );
  }
}

function turnSkills(skills: Skills, workspace: string): TurnSkills {
  return {
    usable: () => skills.usable(workspace),
    find: (name) => skills.find(workspace, name),
    reload() {
      skills.reload();
      const broken = skills.list(workspace).filter(({ status }) => status === 'skipped').length;
      return { usable: skills.usable(workspace).length, broken };
    },
  };
}

async function waitForPlugins(turn: Turn, context: TurnContext): Promise<void> {
  const starting = await context.hosts.whenSettled(PLUGIN_WAIT_MS, context.signal);
  context.signal.throwIfAborted();
  if (starting.length === 0) return;
  context.add(
    newEntry(turn.turnId, {
      kind: 'notice',
      code: 'plugins_starting',
      values: { plugins: starting.join(', ') },
    }),
  );
}

/** What had arrived when the turn failed or was stopped. */
function partialReply(turn: Turn, context: TurnContext): string {
  const entry = context.sessions
    .entries(turn.sessionId)
    .findLast((candidate) => candidate.turnId === turn.turnId && candidate.kind === 'assistant');
  return entry?.kind === 'assistant'
    ? entry.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    : '';
}

function asError(error: unknown): SecAgentError {
  if (error instanceof SecAgentError) return error;
  return new SecAgentError('internal', error instanceof Error ? error.message : String(error), undefined, {
    cause: error,
  });
}
