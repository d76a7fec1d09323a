import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { apiLimits, namePattern, settingsPagePattern } from '../plugin-api/limits';
import type { ErrorCode } from './errors';
import { hostErrorCodes, hostErrorLimits } from './host-errors';
import type { Permission } from './permissions';

/**
 * Everything that crosses between the engine and a plugin's process, in one table. The engine trusts nothing a
 * plugin's process sends: results, requests and notices are checked against the schemas here (DESIGN §3).
 */

/** Time limits in ms (S10, M13). The process keeps them; the engine kills a process that does not. */
export interface Deadlines {
  /** import + activate; 0 means none */
  load: number;
  /** also a settings page's handler */
  tool: number;
  /** also a pre-rule, and its `render` */
  rule: number;
  prompt: number;
  /** one test of a regular expression */
  pattern: number;
  disposer: number;
  /** code nobody waits for: timers, what follows a settled promise */
  background: number;
}

export const defaultDeadlines: Deadlines = {
  load: 10_000,
  tool: 60_000,
  rule: 5_000,
  prompt: 2_000,
  pattern: 250,
  disposer: 3_000,
  background: 10_000,
};

const Name = Type.String({ pattern: namePattern.source, maxLength: apiLimits.nameLength });
const Text = (maxLength: number) => Type.String({ maxLength });
/** Nothing else may come along: the engine keeps what it is told (ATTACKS 6). */
const Strict = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const Page = Type.String({ pattern: settingsPagePattern.source, maxLength: apiLimits.settingsNameLength });
const Pattern = Strict({ source: Text(apiLimits.patternLength), flags: Text(16) });

export const HostError = Strict({
  code: Type.Unsafe<ErrorCode>({ enum: [...hostErrorCodes] }),
  message: Text(hostErrorLimits.message),
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
const Failures = Type.Array(Strict({ name: Text(apiLimits.skillPathLength), error: HostError }), {
  maxItems: apiLimits.registrationsPerKind,
});
const Figure = (maximum: number) => Type.Integer({ minimum: 0, maximum });
const Headers = Type.Array(Type.Tuple([Text(256), Text(16_384)]), { maxItems: 200 });

/** A plugin's configuration, and how often it has been written: window and CLI share it. */
export interface StoredConfig {
  value: Record<string, unknown>;
  revision: number;
}

export interface StartParams {
  plugin: { id: string; version: string; directory: string; main: string; permissions: Permission[] };
  config: StoredConfig;
  deadlines: Deadlines;
  /** MB of JavaScript heap */
  memoryMb: number;
  /** what its `process.env` holds (S20) */
  env: Record<string, string>;
}

/** A pre-rule's call: which tool, and under which number its `render` is kept, if it has one (S18). */
const PreRuleMatch = Strict({
  preRule: Name,
  tool: Name,
  arguments: Type.Record(Type.String(), Type.Unknown()),
  renders: Type.Boolean(),
  /** under which its `render` is kept */
  run: Figure(2 ** 50),
});

/** What the engine asks of a plugin's process, with the schema of the answer. */
export const hostMethods = {
  start: method<StartParams>()(Strict({ ms: Figure(2 ** 50) })),
  callTool: method<{ call: number; tool: string; args: unknown }>()(
    Strict({ value: Type.Optional(Type.Unknown()) }),
  ),
  /** `patienceMs`: how long it may wait for its turn while the plugin is busy */
  matchSkills: method<{ text: string; skills: string[]; patienceMs: number }>()(
    Strict({
      matches: Type.Array(
        Strict({ skill: Text(apiLimits.skillPathLength), matched: Text(4 * 1024 * 1024) }),
        {
          maxItems: apiLimits.registrationsPerKind,
        },
      ),
      failures: Failures,
    }),
  ),
  evaluatePrompts: method<{ prompts: string[]; patienceMs: number }>()(
    Type.Array(
      Strict({
        name: Name,
        text: Type.Optional(Text(apiLimits.promptLength)),
        error: Type.Optional(HostError),
      }),
      { maxItems: apiLimits.registrationsPerKind },
    ),
  ),
  /** `failures`: rules whose pattern could not be tested, so nothing is known about them and this message */
  runRules: method<{ call: number; text: string; rules: string[]; patienceMs: number }>()(
    Strict({
      outcome: Type.Union([
        Type.Null(),
        Strict({ rule: Name, kind: Type.Literal('reply'), message: Text(apiLimits.ruleMessageLength) }),
        Strict({
          rule: Name,
          kind: Type.Literal('llm'),
          systemMessage: Type.Optional(Text(apiLimits.ruleMessageLength)),
        }),
        Strict({ rule: Name, kind: Type.Literal('error'), error: HostError }),
      ]),
      failures: Failures,
    }),
  ),
  /** Tries pre-rules in order. Streams the name of the one it is at. */
  matchPreRule: method<{ call: number; text: string; preRules: string[]; patienceMs: number }>()(
    Strict({ match: Type.Union([Type.Null(), PreRuleMatch]), failures: Failures }),
  ),
  renderPreRule: method<{ call: number; run: number; result: unknown }>()(
    Strict({ text: Text(apiLimits.ruleMessageLength) }),
  ),
  askSettings: method<{ call: number; page: string; action: string; args: unknown }>()(
    Strict({ value: Type.Optional(Type.Unknown()) }),
  ),
  stats: method<null>()(Strict({ rssBytes: Figure(2 ** 40), cpuMs: Figure(2 ** 50) })),
  dispose: method<null>()(Type.Null()),
} as const;

export type HostMethod = keyof typeof hostMethods;
export type HostParams<M extends HostMethod> = (typeof hostMethods)[M]['params'];
export type HostResult<M extends HostMethod> = Static<(typeof hostMethods)[M]['result']>;

/** What a plugin's process asks of the engine. `fetch` carries its body, its answer's, and a drawing beside the JSON. */
export const engineMethods = {
  fetch: Strict({
    url: Text(65_536),
    method: Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,40}$" }),
    headers: Headers,
    redirect: Type.Union([Type.Literal('follow'), Type.Literal('error'), Type.Literal('manual')]),
  }),
  /** refused with `config_conflict` when `revision` is not the stored one any more (DESIGN §1) */
  setConfig: Strict({
    value: Type.Record(Type.String(), Type.Unknown()),
    revision: Type.Integer({ minimum: 0 }),
  }),
  /** the drawing is the attachment */
  savePreview: Strict({
    title: Type.Optional(Text(apiLimits.svgTitleLength)),
    fileName: Type.Optional(Text(apiLimits.svgFileNameLength)),
    openPreview: Type.Boolean(),
  }),
} as const;

export type EngineMethod = keyof typeof engineMethods;
export type EngineParams<M extends EngineMethod> = Static<(typeof engineMethods)[M]>;

/** The engine's answer to `fetch`; the body is the attachment. */
export interface FetchAnswer {
  url: string;
  status: number;
  statusText: string;
  redirected: boolean;
  headers: [string, string][];
}

/** What a plugin's process tells the engine. */
export const engineNotices = {
  registerTool: Strict({
    name: Name,
    description: Text(apiLimits.descriptionLength),
    inputSchema: Type.Record(Type.String(), Type.Unknown()),
    hidden: Type.Boolean(),
  }),
  registerSkill: Strict({
    /** folder, relative to the package */
    folder: Text(apiLimits.skillPathLength),
    description: Text(apiLimits.descriptionLength),
    pattern: Type.Union([Type.Null(), Pattern]),
  }),
  registerPrompt: Strict({ name: Name }),
  registerRule: Strict({ name: Name, pattern: Pattern }),
  registerPreRule: Strict({ name: Name }),
  registerSettings: Strict({ name: Page }),
  unregister: Strict({
    kind: Type.Union([
      Type.Literal('tool'),
      Type.Literal('skill'),
      Type.Literal('prompt'),
      Type.Literal('rule'),
      Type.Literal('preRule'),
      Type.Literal('settings'),
    ]),
    name: Text(apiLimits.skillPathLength),
  }),
  setStatus: Strict({
    message: Text(apiLimits.statusLength),
    state: Type.Optional(Text(apiLimits.statusStateLength)),
  }),
  log: Strict({
    lines: Type.Array(
      Strict({
        /** ms since the epoch, as far as a Date reaches */
        at: Figure(8.64e15),
        level: Type.Union([
          Type.Literal('debug'),
          Type.Literal('info'),
          Type.Literal('warn'),
          Type.Literal('error'),
        ]),
        text: Text(apiLimits.logLineLength),
      }),
      { maxItems: 500 },
    ),
    dropped: Figure(1e9),
  }),
  /** the process is about to end itself */
  fatal: Strict({ reason: Text(500) }),
} as const;

export type EngineNotice = keyof typeof engineNotices;
export type NoticeParams<N extends EngineNotice> = Static<(typeof engineNotices)[N]>;

/** What the engine tells a plugin's process. */
export interface HostNotices {
  /** the user pressed Stop: abort the signal of this call and answer it */
  cancel: { call: number };
  /** another process wrote the configuration; sent before the call that follows */
  config: StoredConfig;
}

function method<P>() {
  return <R extends TSchema>(result: R) => ({ result, params: undefined as unknown as P });
}
