import type { ErrorInfo } from '../../shared/errors';
import type { Entry, EntryStatus, TurnEvent, TurnSummary } from '../../shared/sessions';
import type { ChosenModel } from '../models';
import type { PluginHostsApi, PromptText } from '../plugin-host';
import type { Sessions } from '../sessions';
import type { Skill } from '../skills';

/** One user message on its way to an answer: a plain value every step receives and returns (DESIGN §5). */
export interface Turn {
  readonly sessionId: string;
  readonly turnId: string;
  readonly text: string;
  /** what a rule adds to the model's view of this turn only (S17) */
  readonly systemMessage: string | null;
  readonly prompts: readonly PromptText[];
  /** set once the answer is complete; later steps are skipped */
  readonly answer: { text: string; status: Exclude<EntryStatus, 'streaming'>; error?: ErrorInfo } | null;
  readonly summary: TurnSummary;
}

/** What the steps may use. Everything that leaves a turn goes through here. */
export interface TurnContext {
  readonly hosts: PluginHostsApi;
  readonly sessions: Sessions;
  /** those of the session's folder, of the configuration and of plugins (H1) */
  readonly skills: TurnSkills;
  readonly model: () => ChosenModel;
  /** visible tools offered to the model; null offers all (M2) */
  readonly selectedTools: () => string[] | null;
  /** folder the session works in (S28); it need not exist yet */
  readonly workspace: string;
  readonly signal: AbortSignal;
  /** shows an event to whoever watches the session */
  emit(event: TurnEvent): void;
  /** stores an entry and shows it */
  add(entry: Entry): void;
  /** names what stores the entry that is streaming, for whoever opens the session meanwhile */
  streams(save: () => void): void;
}

export interface TurnSkills {
  usable(): readonly Skill[];
  /** @throws `skill_unknown`, `skill_ambiguous` */
  find(name: string): Skill;
  reload(): { usable: number; broken: number };
}

export type TurnStep = (turn: Turn, context: TurnContext) => Promise<Turn>;

export function newTurn(sessionId: string, turnId: string, text: string): Turn {
  return {
    sessionId,
    turnId,
    text,
    systemMessage: null,
    prompts: [],
    answer: null,
    summary: {
      rule: null,
      preRule: null,
      skillsLoaded: [],
      toolCalls: [],
      modelRequests: 0,
      usage: { inputTokens: 0, outputTokens: 0 },
    },
  };
}
