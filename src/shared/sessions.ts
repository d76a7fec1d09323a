import type { ErrorInfo } from './errors';
import type { JsonValue } from './json';

export interface SessionSummary {
  id: string;
  title: string;
  /** ms since the epoch */
  createdAt: number;
  updatedAt: number;
  /** a turn is running, in this process or another */
  busy: boolean;
}

/**
 * `interrupted`: the engine ended while it streamed (S26 keeps what had arrived);
 * `stopped`: the user pressed Stop.
 */
export type EntryStatus = 'streaming' | 'done' | 'stopped' | 'interrupted' | 'error';

export interface ToolCall {
  callId: string;
  /** the tool's real key, e.g. `library__lend`; for `secagent__call_hidden_tool` the hidden tool's key */
  key: string;
  /** set when the call went through `secagent__call_hidden_tool` (S12) */
  hidden: boolean;
  arguments: unknown;
  status: 'running' | 'done' | 'error' | 'stopped';
  result?: unknown;
  error?: ErrorInfo;
  /** ms; null while it runs */
  ms: number | null;
}

/** What a provider wants back with a part: signatures, encrypted reasoning, ids. Stored; never shown or exported. */
export type ProviderData = Record<string, Record<string, JsonValue>>;

export type AssistantPart =
  | { type: 'reasoning'; text: string; provider?: ProviderData }
  | { type: 'text'; text: string; provider?: ProviderData }
  | { type: 'tool'; call: ToolCall; provider?: ProviderData };

/** A picture the user sent along. */
export interface ImagePart {
  type: 'image';
  /** image/png, image/jpeg, image/webp or image/gif */
  mediaType: string;
  /** base64 */
  data: string;
}

interface EntryBase {
  id: string;
  /** groups everything one user message caused */
  turnId: string;
  createdAt: number;
}

/** One visible step of a session, in the order in which it acted (S24). */
export type Entry = EntryBase &
  (
    | { kind: 'user'; text: string; images?: ImagePart[] }
    /** a skill auto-loaded by its pattern (S14); it stays in the conversation as a system message */
    | { kind: 'skill'; name: string; path: string; pattern: string; matched: string; text: string }
    /** a rule or pre-rule that acted (S17, S18): answered by itself, added context for this turn only, or failed */
    | {
        kind: 'rule';
        pluginId: string;
        rule: string;
        /** `tool`: a pre-rule (S18) that has a tool called and answers with its result */
        outcome: 'reply' | 'llm' | 'error' | 'tool';
        /** key of that tool */
        tool?: string;
        systemMessage?: string;
        error?: ErrorInfo;
        ms: number;
      }
    /** stands for everything before it in what the model gets; the user still sees all of it */
    | { kind: 'summary'; text: string; replaced: number }
    /** something the user should know about this turn: a plugin still starting, a prompt skipped… */
    | { kind: 'notice'; code: NoticeCode; values: Record<string, string> }
    /** one model call, or a rule's reply (`source`) */
    | {
        kind: 'assistant';
        source: 'model' | 'rule';
        model: string | null;
        parts: AssistantPart[];
        status: EntryStatus;
        error?: ErrorInfo;
      }
  );

export type NoticeCode =
  | 'plugins_starting'
  | 'plugins_skipped'
  | 'rule_pattern_failed'
  | 'pre_rule_failed'
  | 'pre_rule_render_failed'
  | 'skill_pattern_failed'
  | 'skill_unreadable'
  | 'skills_reloaded'
  | 'retrying';

export interface SessionDetail extends SessionSummary {
  entries: Entry[];
}

/** A session as it is now, also while it is being answered. */
export interface ShownSession extends SessionDetail {
  /** number of the last `turn.event` that is part of `entries` */
  upTo: number;
}

/** What happens while a turn runs; each carries enough to be applied to a `SessionDetail` (see turn-events.ts). */
export type TurnEvent =
  /** an entry was added, or replaced when its id is known */
  | { type: 'entry'; entry: Entry }
  /** text to append to the last part of that kind, or a new part */
  | { type: 'delta'; entryId: string; part: 'text' | 'reasoning'; text: string }
  /** a tool call was added or changed */
  | { type: 'tool'; entryId: string; call: ToolCall }
  | { type: 'finish'; turnId: string; status: Exclude<EntryStatus, 'streaming'>; error?: ErrorInfo };

/** Summary of a finished turn, as printed by `run --json` (CLI.md). */
export interface TurnSummary {
  rule: { pluginId: string; name: string; outcome: 'reply' | 'llm' | 'error' } | null;
  preRule: string | null;
  skillsLoaded: string[];
  toolCalls: { key: string; arguments: unknown; result?: unknown; error?: ErrorInfo; ms: number }[];
  modelRequests: number;
  usage: { inputTokens: number; outputTokens: number };
}

export interface TurnResult {
  sessionId: string;
  turnId: string;
  status: Exclude<EntryStatus, 'streaming'>;
  reply: string;
  error?: ErrorInfo;
  turn: TurnSummary;
}
