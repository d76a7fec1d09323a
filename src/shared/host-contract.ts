import Type, { type Static, type TSchema } from 'typebox';
import { apiLimits, namePattern } from '../plugin-api/limits';
import type { Permission } from './permissions';

/**
 * Everything that crosses between the engine and a plugin's process, in one table. The engine trusts nothing a
 * plugin's process sends: results, requests and notices are checked against the schemas here (DESIGN §3).
 */

/** Time limits in ms (S10, M13). The process keeps them; the engine kills a process that does not. */
export interface Deadlines {
  /** import + activate; 0 means none */
  load: number;
  tool: number;
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
const Pattern = Type.Object({ source: Text(apiLimits.patternLength), flags: Text(16) });
const HostError = Type.Object({
  code: Text(64),
  message: Text(65_536),
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
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
}

/** What the engine asks of a plugin's process, with the schema of the answer. */
export const hostMethods = {
  start: method<StartParams>()(Type.Object({ ms: Type.Number() })),
  callTool: method<{ call: number; tool: string; args: unknown }>()(
    Type.Object({ value: Type.Optional(Type.Unknown()) }),
  ),
  matchSkills: method<{ text: string; skills: string[] }>()(
    Type.Object({
      matches: Type.Array(
        Type.Object({ skill: Text(apiLimits.skillPathLength), matched: Text(4 * 1024 * 1024) }),
        {
          maxItems: apiLimits.registrationsPerKind,
        },
      ),
      failures: Type.Array(Type.Object({ name: Text(apiLimits.skillPathLength), error: HostError }), {
        maxItems: apiLimits.registrationsPerKind,
      }),
    }),
  ),
  evaluatePrompts: method<{ prompts: string[] }>()(
    Type.Array(
      Type.Object({
        name: Name,
        text: Type.Optional(Text(apiLimits.promptLength)),
        error: Type.Optional(HostError),
      }),
      { maxItems: apiLimits.registrationsPerKind },
    ),
  ),
  runRules: method<{ call: number; text: string; rules: string[] }>()(
    Type.Union([
      Type.Null(),
      Type.Object({ rule: Name, kind: Type.Literal('reply'), message: Text(apiLimits.ruleMessageLength) }),
      Type.Object({
        rule: Name,
        kind: Type.Literal('llm'),
        systemMessage: Type.Optional(Text(apiLimits.ruleMessageLength)),
      }),
      Type.Object({ rule: Name, kind: Type.Literal('error'), error: HostError }),
    ]),
  ),
  stats: method<null>()(Type.Object({ rssBytes: Type.Number(), cpuMs: Type.Number() })),
  dispose: method<null>()(Type.Null()),
} as const;

export type HostMethod = keyof typeof hostMethods;
export type HostParams<M extends HostMethod> = (typeof hostMethods)[M]['params'];
export type HostResult<M extends HostMethod> = Static<(typeof hostMethods)[M]['result']>;

/** What a plugin's process asks of the engine. `fetch` carries its body, and its answer's, beside the JSON. */
export const engineMethods = {
  fetch: Type.Object({
    url: Text(65_536),
    method: Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,40}$" }),
    headers: Headers,
    redirect: Type.Union([Type.Literal('follow'), Type.Literal('error'), Type.Literal('manual')]),
  }),
  /** refused with `config_conflict` when `revision` is not the stored one any more (DESIGN §1) */
  setConfig: Type.Object({
    value: Type.Record(Type.String(), Type.Unknown()),
    revision: Type.Integer({ minimum: 0 }),
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
  registerTool: Type.Object({
    name: Name,
    description: Text(apiLimits.descriptionLength),
    inputSchema: Type.Record(Type.String(), Type.Unknown()),
    hidden: Type.Boolean(),
  }),
  registerSkill: Type.Object({
    /** folder, relative to the package */
    folder: Text(apiLimits.skillPathLength),
    description: Text(apiLimits.descriptionLength),
    pattern: Type.Union([Type.Null(), Pattern]),
  }),
  registerPrompt: Type.Object({ name: Name }),
  registerRule: Type.Object({ name: Name, pattern: Pattern }),
  unregister: Type.Object({
    kind: Type.Union([
      Type.Literal('tool'),
      Type.Literal('skill'),
      Type.Literal('prompt'),
      Type.Literal('rule'),
    ]),
    name: Text(apiLimits.skillPathLength),
  }),
  setStatus: Type.Object({
    message: Text(apiLimits.statusLength),
    state: Type.Optional(Text(apiLimits.statusStateLength)),
  }),
  log: Type.Object({
    lines: Type.Array(
      Type.Object({
        at: Type.Number(),
        level: Type.Union([
          Type.Literal('debug'),
          Type.Literal('info'),
          Type.Literal('warn'),
          Type.Literal('error'),
        ]),
        text: Text(apiLimits.logLineLength),
      }),
      { maxItems: 1_000 },
    ),
    dropped: Type.Integer({ minimum: 0 }),
  }),
  /** the process is about to end itself */
  fatal: Type.Object({ reason: Text(500) }),
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
