import type { ErrorInfo } from './errors';

export type Language = 'zh' | 'en';
export type Theme = 'system' | 'light' | 'dark';

/** What the window may show and change of `<config>/settings.json`. */
export interface Preferences {
  /** null: follow the operating system */
  language: Language | null;
  theme: Theme;
  /** the first two minutes were shown, or skipped */
  welcomed: boolean;
}

/** The model the next message goes to. */
export interface ModelInfo {
  /** e.g. `openai-compatible:qwen-plus`, or `demo` */
  id: string;
  label: string;
  demo: boolean;
}

/** The dialect a provider's server speaks (S25). */
export const providerKinds = [
  'openai',
  'openai-chat',
  'openai-compatible',
  'anthropic',
  'google',
  'deepseek',
  'ollama',
] as const;

export type ProviderKind = (typeof providerKinds)[number];

/** How much a model thinks before it answers; each provider's own scale is mapped to these. */
export const reasoningEfforts = ['none', 'low', 'medium', 'high'] as const;

export type Reasoning = (typeof reasoningEfforts)[number];

/** What is sent with every request to one model; what is left out stays at the service's own default. */
export interface ModelParameters {
  temperature?: number;
  /** tokens of one answer */
  maxOutputTokens?: number;
  topP?: number;
}

export interface ConfiguredModel {
  /** as the service calls it */
  id: string;
  /** what the switcher shows; the id when left out */
  name?: string;
  /** effort unless the message says otherwise */
  reasoning?: Reasoning;
  parameters?: ModelParameters;
  /** size of the context window, where it is known */
  contextTokens?: number;
}

/** A place models are asked at. Its key is kept elsewhere, by the origin of `baseUrl` (ATTACKS 21). */
export interface ModelProvider {
  /** `[a-z0-9][a-z0-9-]*`: the first half of `provider:model` */
  id: string;
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  models: ConfiguredModel[];
}

export interface ModelSettings {
  providers: ModelProvider[];
  /** `provider:model` of new messages; null: decided by the environment */
  default: string | null;
  /** `provider:model` that names sessions; null: the first line names them */
  title: string | null;
}

/** How the outside is reached (X5). */
export interface NetworkSettings {
  /** `system`: what the operating system or the environment says */
  proxy: { mode: 'system' } | { mode: 'none' } | { mode: 'manual'; url: string; bypass: string[] };
  /** trust the operating system's certificate authorities beside the built-in ones */
  systemCertificates: boolean;
}

/** An entry of settings.json that is not used, and why. */
export interface SettingsProblem {
  /** like `models.providers[2].baseUrl` */
  path: string;
  reason: string;
}

/** A model the composer can switch to. */
export interface ListedModel extends ModelInfo {
  /** name of its provider, for grouping; null for the demo */
  provider: string | null;
  /** false: choosing it ends in `model_key_missing` */
  hasKey: boolean;
  reasoning: Reasoning | null;
  /** the one a message without a choice goes to */
  current: boolean;
}

/** A configured provider as the settings screen shows it. */
export interface ListedProvider {
  id: string;
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  /** false: it needs a key and there is none */
  hasKey: boolean;
}

export interface ModelList {
  models: ListedModel[];
  providers: ListedProvider[];
  /** `provider:model` as the settings say it; null: decided by the environment */
  default: string | null;
  title: string | null;
  /** why the model of new messages can't be had, e.g. after the file was edited */
  problem: ErrorInfo | null;
}

/** What is wrong with a connection, by what a person has to change. */
export type ConnectionProblem =
  | 'address'
  | 'key'
  | 'model'
  | 'quota'
  | 'proxy'
  | 'certificate'
  | 'network'
  | 'server';

export type ConnectionTest =
  /** ms until the answer was complete */
  | { ok: true; ms: number }
  | {
      ok: false;
      problem: ConnectionProblem;
      /** finer: `dns`, `refused`, `not_an_api`, `self_signed`, `unknown_issuer`, `expired`, `wrong_host`… */
      reason: string;
      error: ErrorInfo;
    };

export interface EngineStatus {
  version: string;
  model: ModelInfo;
  /** counts for the start-up summary (H9) */
  plugins: number;
  tools: number;
  skills: number;
  /** folders, for the About panel and error texts */
  configDir: string;
  dataDir: string;
  workspace: string;
  problems: EngineProblem[];
}

/** A file that could not be used and is kept beside a new one. */
export interface EngineProblem {
  code: 'database_set_aside' | 'settings_damaged';
  message: string;
  /** `setAside`: where it is kept; null while it still stands in its place */
  details: { path: string; setAside: string | null };
}

export type EngineState = 'starting' | 'ready' | 'restarting' | 'failed';

export interface EngineLife {
  state: EngineState;
  restarts: number;
  /** why it can't start, as it says itself; null where it said nothing */
  error: ErrorInfo | null;
}
