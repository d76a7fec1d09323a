import type { SavedDrawing } from '../../plugin-api';
import type { ErrorInfo } from '../../shared/errors';
import type { StoredConfig } from '../../shared/host-contract';
import type { Permission } from '../../shared/permissions';
import type {
  LogLine,
  NetworkReach,
  PluginLimits,
  PluginState,
  PluginStats,
  SkillInfo,
  ToolInfo,
} from '../../shared/plugins';
import type { FetchNetwork } from './fetch';

/** An installed native package, as the host needs it. */
export interface PluginPackage {
  id: string;
  name: string;
  version: string;
  /** absolute real path of the unpacked package */
  directory: string;
  /** path of the entry module inside it, e.g. `main.mjs` */
  main: string;
  /** what the user granted; every API call is checked against it on both sides (S3) */
  permissions: Permission[];
  /** what its manifest narrows; any site and no further variables when left out */
  network?: NetworkReach;
  /** what it may use, where that is not the default */
  limits?: PluginLimits;
}

/** A drawing of a plugin, to be saved and shown (S21). */
export interface PreviewRequest {
  /** UTF-8 */
  svg: Uint8Array;
  title: string | undefined;
  fileName: string | undefined;
  openPreview: boolean;
  /** folder of the session whose call is drawing; null when no call is under way */
  workspace: string | null;
}

/** What the hosts need from the rest of the engine. */
export interface PluginHostPorts {
  /** own configuration of a plugin; `{}`, revision 0, when it has none (S19) */
  readConfig(pluginId: string): StoredConfig;
  /** how often it has been written, by any process */
  configRevision(pluginId: string): number;
  /**
   * Stores it atomically and returns its new revision.
   * @throws `config_conflict` when `basedOn` is not the stored revision, `plugin_unknown` when the plugin is gone
   */
  writeConfig(pluginId: string, value: Record<string, unknown>, basedOn: number): number;
  /** Saves a drawing and shows it. @throws `invalid_argument`, `quota_exceeded`, `preview_failed` */
  savePreview(plugin: { id: string; name: string }, request: PreviewRequest): Promise<SavedDrawing>;
  /** something about the plugin changed that a person may see: state, status, registrations, figures */
  changed(pluginId: string): void;
  /** a package's native host was given up or recovered; for the audit table */
  audit(pluginId: string, what: string, details: Record<string, unknown>): void;
}

export interface HostStatus {
  state: Exclude<PluginState, 'disabled' | 'needs-consent'>;
  error: ErrorInfo | null;
  status: { message: string; state?: string } | null;
  stats: PluginStats;
}

export interface RegisteredTool extends ToolInfo {
  pluginId: string;
}

export interface RegisteredSkill extends SkillInfo {
  pluginId: string;
  /** absolute real path of the skill's folder */
  directory: string;
}

export interface SkillMatch {
  skill: RegisteredSkill;
  /** regex source that matched */
  pattern: string;
  /** the text it matched */
  matched: string;
}

export interface PromptText {
  pluginId: string;
  name: string;
  /** the evaluated text, or why it is skipped (empty prompts are skipped without an error) */
  text?: string;
  error?: ErrorInfo;
}

/** A skill of which nothing is known for this message; `error.details.busy`: its plugin was at work on something else. */
export interface SkillFailure {
  pluginId: string;
  /** full name */
  skill: string;
  error: ErrorInfo;
}

/** A rule that could not be tested; all of the plugin's when `rule` is null, because it was busy or its process ended. */
export interface RuleFailure {
  pluginId: string;
  rule: string | null;
  error: ErrorInfo;
}

/** The one rule that decided this message (S17), or that failed trying. */
export type RuleOutcome = { pluginId: string; rule: string; ms: number } & (
  | { kind: 'reply'; message: string }
  | { kind: 'llm'; systemMessage?: string }
  | { kind: 'error'; error: ErrorInfo }
);

/** The pre-rule that wants this message (S18): which tool of its plugin is called, and with what. */
export interface PreRuleMatch {
  pluginId: string;
  preRule: string;
  /** full key */
  tool: string;
  arguments: Record<string, unknown>;
  /** the answer is made by its `render`, from the tool's result */
  renders: boolean;
  ms: number;
  /** where its `render` is kept */
  generation: number;
  run: number;
}

/** A pre-rule that threw or took too long; all of the plugin's when `preRule` is null. */
export interface PreRuleFailure {
  pluginId: string;
  preRule: string | null;
  error: ErrorInfo;
}

/**
 * Every plugin process and what the plugins registered. A class with a lifetime: `PluginHosts` in hosts.ts.
 * All lists are in activation order, then registration order (S16, S17).
 */
export interface PluginHostsApi {
  /** Queues the plugin: hosts start two at a time, in the order of these calls. Enabling an enabled one is nothing. */
  enable(plugin: PluginPackage): void;
  /** Revokes all registrations at once (S11), runs the disposer under its deadline (S10), ends the process. */
  disable(pluginId: string): Promise<void>;
  /** Starts a plugin again: one that was given up, with a fresh crash budget (M13), or one that runs. */
  restart(pluginId: string): void;
  /** Brings the lists below into this order: the ids as settings.json enables them (S17). */
  order(pluginIds: readonly string[]): void;
  /** Tells running plugins that another process changed their configuration. */
  refreshConfigs(): void;
  /** null for a plugin that is not enabled */
  status(pluginId: string): HostStatus | null;
  /** Resolves when every enabled plugin is ready or failed, or after `timeoutMs`; names those still starting. */
  whenSettled(timeoutMs: number, signal?: AbortSignal): Promise<string[]>;
  /** Resolves when this one is ready or failed, with its status; null when it is not enabled. */
  whenStarted(pluginId: string): Promise<HostStatus | null>;
  /** Forgets what is kept of a plugin that was removed: its log, in memory and on disk. */
  forget(pluginId: string): void;
  /** Fresh figures from the running processes; `status().stats` holds them afterwards. */
  refreshStats(): Promise<void>;

  tools(pluginId?: string): RegisteredTool[];
  skills(pluginId?: string): RegisteredSkill[];
  prompts(pluginId?: string): { pluginId: string; name: string }[];
  rules(pluginId?: string): { pluginId: string; name: string; pattern: string }[];
  preRules(pluginId?: string): { pluginId: string; name: string }[];
  /** ids of the settings pages it answers for */
  settingsHandlers(pluginId: string): string[];

  /**
   * Calls a tool by key (`<plugin-id>__<name>`). Arguments are coerced and validated in the plugin's process (S11).
   * Errors: `tool_unknown`, `plugin_not_running`, `tool_arguments_invalid` (details.path), `tool_failed`,
   * `deadline_exceeded`, `plugin_crashed`, `stopped`.
   * @param workspace folder of the session that calls, for what the tool saves
   */
  callTool(key: string, args: unknown, signal?: AbortSignal, workspace?: string): Promise<unknown>;
  /** Tests all auto-load patterns, each in its own plugin's isolate; a failing one is reported, not thrown. */
  matchSkills(
    text: string,
    signal?: AbortSignal,
  ): Promise<{
    matches: SkillMatch[];
    failures: SkillFailure[];
  }>;
  /** Evaluates every prompt anew (S16). */
  evaluatePrompts(signal?: AbortSignal): Promise<PromptText[]>;
  /**
   * Tries the rules in order; the first match alone decides (S17). One that could not be tested is passed over and
   * told to `onFailure`; a busy plugin is waited for 1 s at most.
   */
  runRules(
    text: string,
    signal?: AbortSignal,
    onFailure?: (failure: RuleFailure) => void,
  ): Promise<RuleOutcome | null>;

  /** Asks the pre-rules in order; the first that returns a call decides (S18). Failing ones are told and passed over. */
  matchPreRule(
    text: string,
    signal?: AbortSignal,
    onFailure?: (failure: PreRuleFailure) => void,
  ): Promise<PreRuleMatch | null>;
  /** The answer its `render` makes of the tool's result. @throws what it threw, `plugin_crashed` */
  renderPreRule(match: PreRuleMatch, result: unknown, signal?: AbortSignal): Promise<string>;
  /** Asks the handler of a settings page (S19). @throws `settings_page_unknown`, `plugin_not_running`, what it threw */
  callSettings(
    pluginId: string,
    page: string,
    action: string,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<unknown>;

  /** Log lines with `seq > after`; the last 2,000 are kept in memory, all of them (bounded) in `<data>/logs/plugins/<id>.log`. */
  log(pluginId: string, after?: number): LogLine[];
  /** Ends every process. */
  dispose(): Promise<void>;
}

export interface PluginHostsOptions {
  /** Node of our own (DESIGN §1) */
  nodePath: string;
  /** out/plugin-host/host.js */
  hostEntry: string;
  logDir: string;
  /** what plugins' `process.env` is chosen from (S20); nothing by default */
  env?: Readonly<Record<string, string | undefined>>;
  /** how plugins' requests leave this computer (X5); directly by default */
  network?: FetchNetwork;
  ports: PluginHostPorts;
}
