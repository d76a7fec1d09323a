/** What `activate(api)` receives. Every method checks its permission when it is called and throws an error that names the missing one (S3). */
export interface PluginApi {
  /** The plugin's own id and version, from its manifest. */
  readonly plugin: { readonly id: string; readonly version: string };

  /**
   * Offers a tool to the model under the key `<plugin-id>__<name>` (S11). Registering a name again replaces it.
   * @param tool `name` matches `^[a-z][a-z0-9_]*$`; `inputSchema` is a JSON Schema of type object; `hidden` defaults to true:
   *   a hidden tool is not listed to the model but stays callable (document it in a skill).
   * @param handler receives the validated arguments; returns any JSON value, or a promise of one, within 60 s.
   * @throws `permission_missing` (agent.tools), `invalid_argument`, `quota_exceeded`
   * @example api.registerTool({ name: 'add', description: 'Adds points', inputSchema: {type:'object'}, hidden: false }, (args) => ({ ok: true }));
   */
  registerTool(tool: ToolDefinition, handler: (args: any, context: ToolCallContext) => unknown): void; // biome-ignore lint/suspicious/noExplicitAny: authors narrow it to their schema
  /** Takes a tool back; an unknown name is silently ignored. Needs no permission. */
  unregisterTool(name: string): void;
}

export interface ToolDefinition {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  hidden?: boolean;
}

export interface ToolCallContext {
  /** aborted when the user presses Stop */
  signal: AbortSignal;
}
