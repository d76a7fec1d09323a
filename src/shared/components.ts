/** What a package carries beside (or instead of) JavaScript, judged one by one (S6): one bad part never blocks another. */

export type ComponentStatus =
  /** as the specification wants it */
  | 'ok'
  /** loaded, with something its author should know */
  | 'warning'
  /** not loaded; the reasons say why */
  | 'skipped';

export interface ComponentReason {
  /** stable, like `skill_name_mismatch` */
  code: string;
  message: string;
  /** of the specification it is about, like `Agent Plugins 7.2.1`, `Agent Skills: name` or `Plugin API: registerTool` */
  clause: string;
}

interface ComponentBase {
  /** as the package names it */
  name: string;
  status: ComponentStatus;
  reasons: ComponentReason[];
}

export interface SkillComponent extends ComponentBase {
  kind: 'skill';
  /** inside the package, with forward slashes; null: it stands for all of them, which can't be read */
  folder: string | null;
  description: string;
}

/** How a server of the package is reached. Values are the package's; placeholders are not replaced yet (S8). */
export type McpTransport =
  | { type: 'stdio'; command: string; args: string[]; env: Record<string, string>; cwd: string | null }
  | { type: 'streamable-http' | 'sse'; url: string; headers: Record<string, string> };

export interface McpServerComponent extends ComponentBase {
  kind: 'mcp-server';
  /** null where the entry is no server */
  transport: McpTransport | null;
}

export type PackageComponent = SkillComponent | McpServerComponent;

/** What a native plugin had registered by the end of its activation, as `plugins validate` tells it (S29). */
export interface RegisteredComponent extends ComponentBase {
  /** a tool is named by its key */
  kind: 'tool' | 'prompt' | 'rule' | 'pre-rule';
}
