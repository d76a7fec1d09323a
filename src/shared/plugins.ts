import type { PackageComponent } from './components';
import type { ErrorInfo } from './errors';
import type { Permission } from './permissions';

/** Where a plugin is in its life (DESIGN §4). */
export type PluginState =
  /** installed, never switched on or switched off again */
  | 'disabled'
  /** switched on, waiting for its turn to start */
  | 'enabled'
  | 'activating'
  | 'ready'
  /** crashed, will be started again by itself */
  | 'restarting'
  /** failed to load, or crashed too often (M13): stays off until the user tries again */
  | 'error'
  /** `plugins.enabled` names it but nobody consented to this version's permissions */
  | 'needs-consent';

export type PackageFormat = 'native' | 'agent-plugins';

/** Where the package came from (M1). */
export interface PackageSource {
  kind: 'zip' | 'folder' | 'git' | 'catalog' | 'bundled';
  /** file path, or URL without credentials */
  url: string;
  ref?: string;
  sha?: string;
  pinned?: boolean;
}

/** Something skipped, ignored or repaired that its user or author should know. */
export interface Diagnostic {
  severity: 'info' | 'warning' | 'error';
  code: string;
  message: string;
  file?: string;
  field?: string;
}

/** Live figures of a plugin's process; zeros while it does not run. */
export interface PluginStats {
  rssBytes: number;
  cpuMs: number;
  calls: number;
  restarts: number;
}

/** What one plugin may use; what is left out stays at the default. */
export interface PluginLimits {
  /** MB of JavaScript heap */
  memoryMb?: number;
  /** seconds of import and activation; 0 means no limit (M13) */
  loadSeconds?: number;
  /** seconds of one tool call */
  toolSeconds?: number;
}

/** Defaults, and how far they may be moved. */
export const pluginLimits = {
  memoryMb: { default: 128, min: 32, max: 1024 },
  loadSeconds: { default: 10, min: 0, max: 600 },
  toolSeconds: { default: 60, min: 1, max: 600 },
} as const;

/** What a manifest says about the network and the environment, for the consent view. */
export interface NetworkReach {
  /** the only hosts it reaches; null: any site, and programs on this computer */
  hosts: string[] | null;
  /** environment variables it reads */
  env: string[];
}

export interface SettingsPage {
  id: string;
  title: string;
  description: string;
}

export interface PluginSummary {
  id: string;
  name: string;
  version: string;
  description: string;
  author: string;
  /** `data:` URL, or null */
  icon: string | null;
  format: PackageFormat;
  state: PluginState;
  enabled: boolean;
  /** the administrator keeps it on or off (M20); null: its switch is the user's */
  managed: 'on' | 'off' | null;
  source: PackageSource & { digest: string };
  permissions: Permission[];
  network: NetworkReach;
  diagnostics: Diagnostic[];
  /** last failure, shown next to the state */
  error: ErrorInfo | null;
  /** what the plugin last reported with setStatus */
  status: { message: string; state?: string } | null;
  stats: PluginStats;
  installedAt: number;
}

export interface ToolInfo {
  /** `<plugin-id>__<tool-name>` (S11) */
  key: string;
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  hidden: boolean;
}

export interface SkillInfo {
  /** `<plugin-id>/<folder>` (S13) */
  name: string;
  description: string;
  path: string;
  /** regex source of the auto-load pattern, or null */
  pattern: string | null;
}

export interface PluginDetail extends PluginSummary {
  readme: string | null;
  tools: ToolInfo[];
  skills: SkillInfo[];
  prompts: string[];
  rules: { name: string; pattern: string }[];
  preRules: string[];
  /** `<plugin>__<server>` (S8) */
  mcpServers: string[];
  /** skills and servers of the package, each with what is wrong with it (S6) */
  components: PackageComponent[];
  settingsPages: SettingsPage[];
  /** ids of the pages a running handler answers for */
  settingsHandlers: string[];
  /** what differs from the defaults in force */
  limits: PluginLimits;
  defaultLimits: Required<PluginLimits>;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogLine {
  /** grows by one per line of a plugin */
  seq: number;
  /** ms since the epoch */
  at: number;
  level: LogLevel;
  text: string;
}

/** Files that are dropped together and looked at, each with a question of its own. */
export const MAX_DROPPED_FILES = 50;

/** A staged package awaiting the user's decision: everything the consent view shows (M2). */
export interface Candidate {
  candidateId: string;
  id: string;
  name: string;
  version: string;
  description: string;
  author: string;
  icon: string | null;
  format: PackageFormat;
  source: PackageSource;
  digest: string;
  permissions: Permission[];
  network: NetworkReach;
  components: PackageComponent[];
  diagnostics: Diagnostic[];
  /** bytes unpacked, and number of files */
  size: number;
  files: number;
  /** the version already installed under this id, if any */
  installed: {
    version: string;
    digest: string;
    enabled: boolean;
    /** what somebody agreed to; nothing for a version that was never switched on */
    permissions: Permission[];
    network: NetworkReach;
  } | null;
}
