import type { ErrorInfo } from '../../shared/errors';
import type { StoredConfig } from '../../shared/host-contract';
import type { Permission } from '../../shared/permissions';
import type { LogLine, PluginState, PluginStats, SkillInfo, ToolInfo } from '../../shared/plugins';
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

/**
 * Every plugin process and what the plugins registered. A class with a lifetime: `PluginHosts` in hosts.ts.
 * All lists are in activation order, then registration order (S16, S17).
 */
export interface PluginHostsApi {
  /** Queues the plugin: hosts start two at a time, in the order of these calls. Enabling an enabled one is nothing. */
  enable(plugin: PluginPackage): void;
  /** Revokes all registrations at once (S11), runs the disposer under its deadline (S10), ends the process. */
  disable(pluginId: string): Promise<void>;
  /** Starts again a plugin that was given up, with a fresh crash budget (M13). */
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

  /**
   * Calls a tool by key (`<plugin-id>__<name>`). Arguments are coerced and validated in the plugin's process (S11).
   * Errors: `tool_unknown`, `plugin_not_running`, `tool_arguments_invalid` (details.path), `tool_failed`,
   * `deadline_exceeded`, `plugin_crashed`, `stopped`.
   */
  callTool(key: string, args: unknown, signal?: AbortSignal): Promise<unknown>;
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
  /** how plugins' requests leave this computer (X5); directly by default */
  network?: FetchNetwork;
  ports: PluginHostPorts;
}
