import Type, { type Static } from 'typebox';
import type { ErrorInfo } from './errors';
import { exact, method, nothing, type Server, type Surface } from './method';
import { modelMethods } from './model-methods';
import {
  type Candidate,
  type LogLine,
  MAX_DROPPED_FILES,
  type PluginDetail,
  type PluginSummary,
  pluginLimits,
  type ToolInfo,
} from './plugins';
import type { SessionSummary, ShownSession, TurnEvent, TurnResult } from './sessions';
import type { EngineLife, EngineStatus, Preferences } from './settings';
import { settingsMethods } from './settings-methods';
import type { ListedSkill, ShownSkill } from './skills';

const pluginId = Type.String({ pattern: '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$', maxLength: 64 });
const pluginOnly = Type.Object({ id: pluginId }, exact);
const sessionId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const sessionOnly = Type.Object({ sessionId }, exact);
const limit = ({ min, max }: { min: number; max: number }) =>
  Type.Optional(Type.Integer({ minimum: min, maximum: max }));
const limits = Type.Object(
  {
    memoryMb: limit(pluginLimits.memoryMb),
    loadSeconds: limit(pluginLimits.loadSeconds),
    toolSeconds: limit(pluginLimits.toolSeconds),
  },
  exact,
);
/** null: a chat that has no session yet */
const inSession = Type.Object({ sessionId: Type.Union([sessionId, Type.Null()]) }, exact);
const opaqueId = Type.String({ minLength: 1, maxLength: 128 });

/**
 * The one table of every method (DESIGN §3). From it come the types, the preload surfaces, the routing in
 * main and the validation of parameters. Adding a method touches this table, its implementation and its caller.
 */
export const methods = {
  ...modelMethods,
  ...settingsMethods,

  'engine.state': method<EngineLife>()('chat', 'shell', nothing),
  /** Starts the engine again after it was given up (state `failed`). */
  'engine.retry': method<void>()('chat', 'shell', nothing),
  'engine.status': method<EngineStatus>()('chat', 'engine', nothing),

  'preferences.get': method<Preferences>()('chat', 'engine', nothing),
  'preferences.set': method<Preferences>()(
    'chat',
    'engine',
    Type.Object(
      {
        language: Type.Optional(Type.Union([Type.Literal('zh'), Type.Literal('en'), Type.Null()])),
        theme: Type.Optional(
          Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')]),
        ),
        welcomed: Type.Optional(Type.Boolean()),
      },
      exact,
    ),
  ),

  'sessions.list': method<SessionSummary[]>()(
    'chat',
    'engine',
    Type.Object({ query: Type.Optional(Type.String({ maxLength: 200 })) }, exact),
  ),
  'sessions.create': method<SessionSummary>()('chat', 'engine', nothing),
  'sessions.show': method<ShownSession>()('chat', 'engine', sessionOnly),
  'sessions.rename': method<SessionSummary>()(
    'chat',
    'engine',
    Type.Object({ sessionId, title: Type.String({ minLength: 1, maxLength: 200 }) }, exact),
  ),
  /** Takes a chat away; it can be brought back until the next start. */
  'sessions.delete': method<void>()('chat', 'engine', sessionOnly),
  'sessions.restore': method<SessionSummary>()('chat', 'engine', sessionOnly),

  /** Runs one turn (S24); events stream as `turn.event` until it resolves. */
  'chat.send': method<TurnResult>()(
    'chat',
    'engine',
    Type.Object({ sessionId, text: Type.String({ minLength: 1, maxLength: 200_000 }) }, exact),
  ),
  'chat.stop': method<void>()('chat', 'engine', sessionOnly),
  /** Has the model sum up what was said so far; later messages go on from the summary. */
  'chat.compact': method<void>()('chat', 'engine', sessionOnly),

  'plugins.list': method<PluginSummary[]>()('chat', 'engine', nothing),
  'plugins.show': method<PluginDetail>()('chat', 'engine', pluginOnly),
  'plugins.log': method<LogLine[]>()(
    'chat',
    'engine',
    Type.Object({ id: pluginId, after: Type.Optional(Type.Integer({ minimum: 0 })) }, exact),
  ),
  'plugins.disable': method<PluginSummary>()('chat', 'engine', pluginOnly),
  'plugins.remove': method<void>()('chat', 'engine', pluginOnly),
  /** Starts an enabled plugin again: after it was given up (M13), or because somebody wants a fresh one. */
  'plugins.restart': method<PluginSummary>()('chat', 'engine', pluginOnly),
  /** What the plugin may use from now on; it is started again with it. Null: the defaults. */
  'plugins.setLimits': method<PluginDetail>()(
    'chat',
    'engine',
    Type.Object({ id: pluginId, limits: Type.Union([limits, Type.Null()]) }, exact),
  ),
  /** Asks the handler of one of its settings pages (S19); `get_state` is what the page shows. */
  'plugins.askSettings': method<unknown>()(
    'chat',
    'engine',
    Type.Object(
      {
        id: pluginId,
        page: Type.String({ maxLength: 64 }),
        action: Type.String({ minLength: 1, maxLength: 64 }),
        arguments: Type.Unknown(),
      },
      exact,
    ),
  ),

  /** Skills of the session's folder, of the configuration and of plugins, with what is wrong with them (H1). */
  'skills.list': method<ListedSkill[]>()('chat', 'engine', inSession),
  'skills.show': method<ShownSkill>()(
    'chat',
    'engine',
    Type.Object(
      {
        sessionId: Type.Union([sessionId, Type.Null()]),
        name: Type.String({ maxLength: 200 }),
        /** of its SKILL.md as the list has it, where several have this name */
        path: Type.Optional(Type.String({ maxLength: 4096 })),
      },
      exact,
    ),
  ),
  /** Switches a skill off or on, or loads one although something is wrong with it (S7). */
  'skills.choose': method<void>()(
    'chat',
    'engine',
    Type.Object(
      {
        /** `choiceKey` of the skill */
        key: Type.String({ minLength: 1, maxLength: 4096 }),
        off: Type.Optional(Type.Boolean()),
        loadAnyway: Type.Optional(Type.Boolean()),
      },
      exact,
    ),
  ),
  /** Reads all of them again. */
  'skills.reload': method<void>()('chat', 'engine', nothing),

  /** Every tool of every running plugin, with the saved selection applied (M2). */
  'tools.list': method<{ tools: ToolInfo[]; selected: string[] | null }>()('chat', 'engine', nothing),
  /** Saves which visible tools are offered to the model; null offers all. */
  'tools.select': method<void>()(
    'chat',
    'engine',
    Type.Object(
      { keys: Type.Union([Type.Array(Type.String({ maxLength: 160 }), { maxItems: 2000 }), Type.Null()]) },
      exact,
    ),
  ),

  /** Opens a file picker; every chosen package goes to the consent view. */
  'packages.pick': method<void>()('chat', 'shell', nothing),
  /**
   * Dropped files: one at a time to the consent view. Paths come from the operating system's drag and by a channel of
   * their own: a script in the chat page names none, so it can't ask whether one exists.
   */
  'packages.open': method<void>()(
    'shell',
    'shell',
    Type.Object(
      { paths: Type.Array(Type.String({ maxLength: 4096 }), { minItems: 1, maxItems: MAX_DROPPED_FILES }) },
      exact,
    ),
  ),
  /** Packages that came with the app and are there. */
  'packages.bundled': method<string[]>()('chat', 'shell', nothing),
  /** One of them to the consent view. */
  'packages.openBundled': method<void>()('chat', 'shell', pluginOnly),
  /** Asks in the consent view whether to switch the plugin on. */
  'plugins.requestEnable': method<void>()('chat', 'shell', pluginOnly),
  /** Opens a link in the browser after parsing it as https or mailto (ATTACKS 20). */
  'links.open': method<void>()(
    'chat',
    'shell',
    Type.Object({ url: Type.String({ maxLength: 4096 }) }, exact),
  ),

  'consent.current': method<ConsentRequest | null>()('consent', 'shell', nothing),
  /** The page has drawn the question and is this tall; only now its window appears. */
  'consent.present': method<void>()(
    'consent',
    'shell',
    Type.Object({ height: Type.Integer({ minimum: 1, maximum: 100_000 }) }, exact),
  ),
  'consent.decide': method<void>()(
    'consent',
    'shell',
    Type.Object(
      {
        requestId: opaqueId,
        choice: Type.Union([Type.Literal('cancel'), Type.Literal('install'), Type.Literal('enable')]),
      },
      exact,
    ),
  ),

  /** Unpacks and validates a package into staging; nothing of it runs. */
  'packages.stage': method<Candidate>()(
    'shell',
    'engine',
    Type.Object({ path: Type.String({ maxLength: 4096 }) }, exact),
  ),
  /** Moves a candidate into the store. `enable` grants the permissions the candidate listed and switches it on. */
  'packages.commit': method<PluginSummary>()(
    'shell',
    'engine',
    Type.Object({ candidateId: opaqueId, enable: Type.Boolean() }, exact),
  ),
  'packages.discard': method<void>()('shell', 'engine', Type.Object({ candidateId: opaqueId }, exact)),
  /** Grants an installed plugin what it asks for and switches it on. `digest` is the version the user looked at. */
  'plugins.enable': method<PluginSummary>()(
    'shell',
    'engine',
    Type.Object({ id: pluginId, digest: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, exact),
  ),
  /** Calls a tool of a running plugin directly, hidden or not, without a model. */
  'plugins.call': method<unknown>()(
    'shell',
    'engine',
    Type.Object({ id: pluginId, tool: Type.String({ maxLength: 64 }), arguments: Type.Unknown() }, exact),
  ),
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;
export type Params<M extends MethodName> = Static<Methods[M]['params']>;
export type Result<M extends MethodName> = NonNullable<
  Methods[M] extends { result?: infer R } ? { of: R } : never
>['of'];
/** Names of the methods a surface may call, e.g. `MethodsOn<'chat'>`. */
export type MethodsOn<S extends Surface> = {
  [M in MethodName]: Methods[M]['surface'] extends S ? M : never;
}[MethodName];
/** Names of the methods a process answers. */
export type MethodsServedBy<B extends Server> = {
  [M in MethodName]: Methods[M]['servedBy'] extends B ? M : never;
}[MethodName];
/** The implementation table of a process: one function per method it serves. */
export type Implementation<B extends Server> = {
  [M in MethodsServedBy<B>]: (params: Params<M>, signal: AbortSignal) => Result<M> | Promise<Result<M>>;
};

/** What the consent view asks about. */
export interface ConsentRequest {
  requestId: string;
  /** `install`: a staged package. `enable`: an installed plugin that is off. */
  kind: 'install' | 'enable';
  language: 'zh' | 'en';
  theme: 'light' | 'dark';
  subject: Candidate | PluginDetail;
}

export type PackageOutcome =
  | { outcome: 'cancelled' | 'installed' | 'enabled' }
  /** installed, but it could not be started, so it is off */
  | { outcome: 'failed'; error: ErrorInfo };

/** Events pushed to pages and to the CLI. */
export interface Events {
  'engine.state': EngineLife;
  /** `seq` grows by one with every event of an engine */
  'turn.event': { sessionId: string; event: TurnEvent; seq: number };
  'sessions.changed': Record<string, never>;
  'plugins.changed': Record<string, never>;
  'skills.changed': Record<string, never>;
  'preferences.changed': Preferences;
  /** models, providers, keys, or which of them is used */
  'models.changed': Record<string, never>;
  /** a package is being unpacked and checked */
  'packages.opening': { fileName: string };
  /** it was refused; nothing was installed */
  'packages.refused': { fileName: string; error: ErrorInfo };
  /** the user decided; `outcome` says what happened */
  'packages.decided': { id: string; name: string; version: string } & PackageOutcome;
}
export type EventName = keyof Events;
