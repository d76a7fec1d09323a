/**
 * What `activate(api)` receives. Every method that needs a permission checks it when it is called and throws an
 * error with the code `permission_missing` that names it (S3); taking something back, `setStatus` and the plugin's own
 * configuration need none. Errors are ordinary `Error`s with a `code`; see {@link PluginErrorCode}.
 *
 * The plugin runs in a sandbox of its own: JavaScript, the usual web globals (`fetch`, `URL`, timers, `crypto`, …), `Buffer`,
 * and of Node `node:path`, `node:url`, `node:buffer` and a `node:fs` that reads the package (S20); no network of its own,
 * no other files, no other plugins. Only copies of JSON values cross its wall, and the keys `__proto__`, `constructor`
 * and `prototype` are refused in all of them.
 */
export interface PluginApi {
  /** The plugin's own id and version, from its manifest. */
  readonly plugin: { readonly id: string; readonly version: string };

  /**
   * Offers a tool to the model under the key `<plugin-id>__<name>` (S11). Registering a name again replaces it.
   *
   * Arguments are checked against `inputSchema` before the handler runs, after harmless repairs (`"true"` → true,
   * `"1000"` → 1000, where the schema wants that type). A mistake goes back to the model with the path that failed.
   * @param tool what the model is told; see {@link ToolDefinition}.
   * @param handler gets the checked arguments and `{ signal }`, which aborts when the user presses Stop. Returns any
   *   JSON value of at most 4 MiB, or a promise of one, within 60 s. What it throws is the tool's error.
   * @throws `permission_missing` (`agent.tools`), `invalid_argument` (name, description, schema or handler),
   *   `quota_exceeded` (500 tools, 8,192 characters of description, 64 KiB of schema, 4 Mi characters of
   *   everything registered)
   * @example
   * api.registerTool(
   *   {
   *     name: 'list_books',
   *     description: 'Lists the books on a shelf.',
   *     inputSchema: { type: 'object', properties: { shelf: { type: 'string' } }, required: ['shelf'] },
   *     hidden: false,
   *   },
   *   async (args) => ({ books: await load(args.shelf) }),
   * );
   */
  registerTool(tool: ToolDefinition, handler: ToolHandler): void;
  /** Takes a tool back; an unknown name is silently ignored. Registering it again within 2 s leaves no gap. */
  unregisterTool(name: string): void;

  /**
   * Offers a skill: a folder with a `SKILL.md` whose frontmatter has `name` and `description` (S13). Keys, parameters,
   * results and limits of hidden tools belong in its body. Its name for the model is `<plugin-id>/<folder>`.
   * @param path the folder or its SKILL.md, relative to the package, absolute below `import.meta.dirname`, or a
   *   `file:` URL made with `import.meta.url`. No symbolic links.
   * @param pattern loads the skill by itself when a user's message matches (S14): a RegExp, or a string that is the
   *   *source* of one (`'借书|还书'`). Flags are kept. A test may take 250 ms.
   * @returns the path of the skill's SKILL.md
   * @throws `permission_missing` (`agent.skills`), `skill_invalid` (no SKILL.md, no name or description, a link, outside
   *   the package), `invalid_argument` (pattern), `quota_exceeded` (500 skills)
   * @example api.registerSkill('skills/lending', /借书|还书|borrow/i);
   */
  registerSkill(path: string, pattern?: RegExp | string): string;
  /** Takes a skill back by the name of its folder; an unknown one is silently ignored. */
  unregisterSkill(folder: string): void;

  /**
   * Adds a text to the very end of the system prompt of every turn, labelled `[<plugin-id>/<name>]` (S16). Put no
   * secrets in it: it is sent to the model's provider.
   * @param prompt the text, or a function that returns it or a promise of it; called anew for each message of the user,
   *   within 2 s. An empty text is skipped; so is one that throws, with a line in the plugin's log.
   * @throws `permission_missing` (`agent.prompts`), `invalid_argument`, `quota_exceeded` (500 prompts, 65,536 characters)
   * @example api.registerPrompt('summary', () => `${lent.size} books are lent.`);
   */
  registerPrompt(name: string, prompt: PromptSource): void;
  /** Takes a prompt back; an unknown name is silently ignored. */
  unregisterPrompt(name: string): void;

  /**
   * Answers messages of the user before any model is asked (S17). Rules are tried in the order in which the plugins were
   * enabled, then in the order of registration; the first match alone decides. Only the current message is matched.
   * @param pattern a RegExp or the source of one. `g` and `y` never keep a `lastIndex` from one message to the next.
   * @param handler gets the message and a real `RegExpExecArray` with `groups` and `index`; returns, within 5 s,
   *   `{ kind: 'reply', message }`, the whole answer, or `{ kind: 'llm', systemMessage? }`, which asks the model with one
   *   more system message in this turn. Returning anything else is an error.
   * @throws `permission_missing` (`agent.rules`), `invalid_argument`, `quota_exceeded` (500 rules)
   * @example
   * api.registerRule('who_has', /谁借了《(?<title>.+?)》/, (input, match) => ({
   *   kind: 'reply',
   *   message: `《${match.groups.title}》在${lent.get(match.groups.title) ?? '书架上'}。`,
   * }));
   */
  registerRule(name: string, pattern: RegExp | string, handler: RuleHandler): void;
  /** Takes a rule back; an unknown name is silently ignored. */
  unregisterRule(name: string): void;

  /**
   * Turns messages of the user into calls of the plugin's own tools, without any model (S18). Tried after all rules, in
   * the order in which the plugins were enabled, then in the order of registration; the first that returns a call decides.
   * @param matcher gets the message; returns, within 5 s, a {@link PreRuleCall} or a promise of one, or nothing when the
   *   message is not for it. The call and its result are shown; `render` makes the answer from the result, and without it
   *   the result itself is the answer.
   * @throws `permission_missing` (`agent.rules`), `invalid_argument`, `quota_exceeded` (500 pre-rules)
   * @example
   * api.registerPreRule('pick', (input) => {
   *   const match = /^抽(\d+)个$/.exec(input);
   *   return match && { tool: 'pick', arguments: { count: match[1] }, render: ({ names }) => `抽到：${names.join('、')}` };
   * });
   */
  registerPreRule(name: string, matcher: PreRuleMatcher): void;
  /** Takes a pre-rule back; an unknown name is silently ignored. */
  unregisterPreRule(name: string): void;

  /**
   * Answers for one of the manifest's `settingsPages` (S19), which people open from the plugin's page. The window asks for
   * the action `get_state` first and after each action; what comes back may be any JSON, and one with `fields` or `actions`
   * is drawn as a form, see {@link SettingsPageState}. Without a handler the page shows the plugin's status.
   * @param pageId a page's `id` in the manifest
   * @param handler gets the name of the action and its arguments; returns JSON or a promise of it within 60 s. What it
   *   throws is shown to the person.
   * @throws `permission_missing` (`agent.settings`), `invalid_argument`
   * @example
   * api.registerSettingsHandler('connection', async (action, { port }) => {
   *   if (action === 'save') await api.setConfig({ ...api.getConfig(), port });
   *   return {
   *     message: connected ? '已连接' : '未连接',
   *     fields: [{ name: 'port', label: '端口', type: 'number', value: api.getConfig().port ?? 8080 }],
   *     actions: [{ id: 'save', label: '保存', primary: true }],
   *   };
   * });
   */
  registerSettingsHandler(pageId: string, handler: SettingsHandler): void;
  /** Takes a page's handler back; an unknown id is silently ignored. */
  unregisterSettingsHandler(pageId: string): void;

  /**
   * Saves a drawing in the folder people work in, under `exports/handdrawn-markdown`, and shows it in a window of its own
   * (S21). An existing file is never overwritten: the name gets a number.
   * @throws (rejects) `permission_missing` (`agent.preview`), `invalid_argument` (no SVG document, a file name with a
   *   directory), `quota_exceeded` (20 MiB), `preview_failed` (the folder can't be written)
   * @example const { relativePath } = await api.openSvgPreview({ svg, title: '第三课', fileName: 'lesson-3.svg' });
   */
  openSvgPreview(drawing: SvgDrawing): Promise<SavedDrawing>;

  /**
   * Shows a sentence next to the plugin in the list of plugins, such as `connected`. Replaces the one before.
   * @param message at most 500 characters; empty removes it
   * @param state a word of the plugin's own for it, at most 32 characters, such as `ok`, `warning`, `error`
   * @throws `invalid_argument`, `quota_exceeded`
   * @example api.setStatus('Connected to the school server', 'ok');
   */
  setStatus(message: string, state?: string): void;

  /**
   * The plugin's configuration: a fresh copy, `{}` when it has none (S19).
   * @example const { lent = {} } = api.getConfig();
   */
  getConfig(): Record<string, unknown>;
  /**
   * Replaces the configuration. `getConfig` returns the new one at once; the promise settles when it is on disk, where
   * it outlives restarts and updates.
   * @param value a JSON object of at most 64 KiB
   * @throws (rejects) `invalid_argument`, `quota_exceeded` (64 KiB; more than 20 writes per second for long),
   *   `config_conflict` when the window and the command line changed it at the same moment: `getConfig` then returns the
   *   other's, and nothing of this write was kept
   * @example await api.setConfig({ ...api.getConfig(), lent });
   */
  setConfig(value: Record<string, unknown>): Promise<void>;

  /**
   * `fetch` as in browsers and Node, also there as a global (S19). http and https only; no cookies. Addresses inside
   * private networks are refused, except programs on this computer by their literal address (`http://127.0.0.1:8080`).
   * Answers of at most 25 MiB within 30 s, 16 requests at once.
   * @throws (rejects) `permission_missing` (`network.http`), `TypeError`s with the code `fetch_refused` or `fetch_failed`,
   *   `quota_exceeded`, the signal's reason
   * @example const response = await api.fetch('https://example.org/books.json', { signal: AbortSignal.timeout(5_000) });
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;

  /** For plugins written for hosts that know SECTL accounts: this one knows none, so it resolves with null. */
  getSectlSession(): Promise<null>;
  /** @throws (rejects) `sectl_unavailable`, always; see {@link PluginApi.getSectlSession} */
  sectlOAuthLogin(): Promise<never>;
}

/**
 * What the entry module exports. The returned function runs when the plugin is switched off (3 s); everything the plugin
 * registered is revoked before that, whatever it does (S10). Import and activation together may take 10 s.
 * @example
 * export function activate(api) {
 *   const timer = setInterval(() => poll(api), 60_000);
 *   return () => clearInterval(timer);
 * }
 */
export type Activate = (api: PluginApi) => Disposer | undefined | Promise<Disposer | undefined>;
export type Disposer = (() => unknown) | { dispose(): unknown };

export interface ToolDefinition {
  /** `^[a-z][a-z0-9_]*$`, at most 64 characters */
  name: string;
  /** what it does and when to use it, for the model */
  description: string;
  /** JSON Schema of type object; without one the tool takes no arguments */
  inputSchema: Record<string, unknown>;
  /** true unless said otherwise: not listed to the model, but callable; a skill tells the model about it (S12) */
  hidden?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: authors narrow the arguments to their own schema
export type ToolHandler = (args: any, context: ToolCallContext) => unknown;

export interface ToolCallContext {
  /** aborted when the user presses Stop */
  signal: AbortSignal;
}

export type PromptSource = string | (() => string | Promise<string>);

export type RuleHandler = (input: string, match: RegExpExecArray) => RuleResult | Promise<RuleResult>;
export type RuleResult = { kind: 'reply'; message: string } | { kind: 'llm'; systemMessage?: string };

export type PreRuleMatcher = (
  input: string,
) => PreRuleCall | null | undefined | Promise<PreRuleCall | null | undefined>;

export interface PreRuleCall {
  /** name of one of the plugin's own tools */
  tool: string;
  /** checked against the tool's `inputSchema` like any other call; none when left out */
  arguments?: Record<string, unknown>;
  /** makes the answer from the tool's result, within 5 s; at most 262,144 characters */
  // biome-ignore lint/suspicious/noExplicitAny: authors know what their own tool returns
  render?: (result: any) => string | Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: authors narrow the arguments to their own actions
export type SettingsHandler = (action: string, args: any) => unknown;

/** What a settings page shows. Everything may be left out, and other properties are shown as plain text. */
export interface SettingsPageState {
  /** one sentence on top */
  message?: string;
  /** colours the message */
  state?: 'ok' | 'warning' | 'error';
  fields?: SettingsField[];
  actions?: SettingsAction[];
}

export interface SettingsField {
  /** key of the value in the arguments of every action */
  name: string;
  label: string;
  /** `text` when left out; `secret` hides what is typed */
  type?: 'text' | 'secret' | 'number' | 'boolean' | 'select';
  value?: string | number | boolean | null;
  /** choices of a `select` */
  options?: { value: string; label: string }[];
  /** a line below */
  description?: string;
  placeholder?: string;
}

export interface SettingsAction {
  /** what the handler is called with, together with the values of all fields */
  id: string;
  label: string;
  primary?: boolean;
  danger?: boolean;
}

export interface SvgDrawing {
  /** a whole SVG document of at most 20 MiB */
  svg: string;
  /** title of the window; the plugin's name when left out */
  title?: string;
  /** without directories; `.svg` is added where it is missing */
  fileName?: string;
  /** false: only save */
  openPreview?: boolean;
}

export interface SavedDrawing {
  /** absolute */
  path: string;
  /** from the folder people work in, with forward slashes */
  relativePath: string;
  bytes: number;
  previewOpened: boolean;
  /** why the window did not open; absent where there is none, as in the command line */
  previewError?: string;
}

/** Values of `error.code` of errors the API throws. They never change their meaning. */
export type PluginErrorCode =
  | 'permission_missing'
  | 'invalid_argument'
  | 'quota_exceeded'
  | 'config_conflict'
  | 'skill_invalid'
  | 'preview_failed'
  | 'sectl_unavailable'
  | 'plugin_import_unsupported'
  | 'fetch_refused'
  | 'fetch_failed';
