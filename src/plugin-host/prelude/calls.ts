import type { RuleResult } from '../../plugin-api/api';
import { apiLimits } from '../../plugin-api/limits';
import type { CallKind } from '../guest-protocol';
import type { Registered } from './api';
import type { Channel } from './channel';
import { toJson } from './channel';
import { fresh } from './checks';
import { pluginError, toWire } from './errors';
import { execRegExp, safeMap, sliceText } from './intrinsics';
import { openPreRules } from './pre-rules';
import { recent } from './recent';

export interface CallTargets {
  activate(): Promise<unknown>;
  dispose(): unknown;
  pluginId: string;
  registered: Registered;
}

type Params = Record<string, unknown>;

/** Runs what the engine asks for and posts the outcome; a loop in here is stopped by the isolate's time limit. */
export function openCalls(
  channel: Channel,
  targets: CallTargets,
): {
  start(id: number, kind: CallKind, params: unknown, announce: boolean): void;
  abort(id: number): void;
} {
  const running = safeMap<number, AbortController>();
  const matches = recent<RegExpExecArray>();
  const { tools, skills, prompts, rules, preRules, settings } = targets.registered;
  const preRuleCalls = openPreRules(
    targets.pluginId,
    (name) => preRules.get(name)?.matcher,
    (name) => tools.get(name) !== undefined,
  );

  const kinds: Record<CallKind, (params: Params, signal: AbortSignal) => unknown> = {
    activate: () => targets.activate(),
    dispose: () => targets.dispose(),
    tool({ tool, args }, signal) {
      const registered = tools.get(String(tool));
      if (!registered) throw pluginError('tool_unknown', `no tool ${tool}`);
      return registered.handler(registered.validate(args), { signal });
    },
    matchSkills({ text, names }) {
      const found: { skill: string; matched: string }[] = [];
      for (const name of names as string[]) {
        const pattern = skills.get(name)?.pattern;
        const match = pattern ? execRegExp(fresh(pattern), String(text)) : null;
        if (match) found.push({ skill: name, matched: match[0] });
      }
      return found;
    },
    matchRules({ text, names, run }) {
      for (const name of names as string[]) {
        const pattern = rules.get(name)?.pattern;
        const match = pattern ? execRegExp(fresh(pattern), String(text)) : null;
        if (!match) continue;
        matches.put(Number(run), match);
        return name;
      }
      return null;
    },
    rule({ rule, run }) {
      const match = matches.take(Number(run));
      const registered = rules.get(String(rule));
      if (!match || !registered) throw pluginError('internal', 'the rule is no longer there');
      const outcome = registered.handler(match.input, match);
      return outcome instanceof Promise ? outcome.then(checkRuleResult) : checkRuleResult(outcome);
    },
    prompt({ name }) {
      const source = prompts.get(String(name))?.source;
      const text = typeof source === 'function' ? source() : (source ?? '');
      return text instanceof Promise
        ? text.then((settled) => checkPrompt(String(name), settled))
        : checkPrompt(String(name), text);
    },
    matchPreRule: ({ name, text, run }) => preRuleCalls.match(String(name), String(text), Number(run)),
    renderPreRule: ({ run, result }) => preRuleCalls.render(Number(run), result),
    settings({ page, action, args }) {
      const handler = settings.get(String(page))?.handler;
      if (!handler) throw pluginError('settings_page_unknown', `no handler for the page ${page}`);
      return handler(String(action), args);
    },
  };

  const settle = (id: number, outcome: { v?: unknown; e?: ReturnType<typeof toWire> }) => {
    if (!running.delete(id)) return;
    try {
      channel.result(id, outcome);
    } catch (error) {
      // A value that cannot cross: too large, BigInt, a cycle, refused keys, a throwing getter.
      const { code, message } = toWire(error);
      const limit = code === 'message_too_large' || code === 'quota_exceeded';
      channel.failed(id, {
        code: limit ? code : 'tool_result_invalid',
        message: sliceText(message, 0, 1_000),
      });
    }
  };
  const fail = (id: number, error: unknown) => {
    if (running.has(id)) logStack(channel, error);
    settle(id, { e: toWire(error) });
  };

  return {
    start(id, kind, params, announce) {
      if (announce) channel.began(id);
      const controller = new AbortController();
      running.set(id, controller);
      try {
        const outcome = kinds[kind](params as Params, controller.signal);
        if (!isThenable(outcome)) return settle(id, { v: outcome });
        Promise.resolve(outcome).then(
          (value) => settle(id, { v: value }),
          (error) => fail(id, error),
        );
      } catch (error) {
        fail(id, error);
      }
    },
    abort(id) {
      const controller = running.get(id);
      running.delete(id);
      controller?.abort();
    },
  };
}

function checkPrompt(name: string, text: unknown): string {
  if (text === undefined || text === null) return '';
  if (typeof text !== 'string')
    throw pluginError('tool_result_invalid', `prompt ${name} must be a string, or a promise of one`);
  if (text.length > apiLimits.promptLength)
    throw pluginError('quota_exceeded', `prompt ${name} is longer than ${apiLimits.promptLength} characters`);
  return text;
}

/** The two answers a rule may give (S17); anything else is a mistake its author should see. */
function checkRuleResult(outcome: unknown): RuleResult {
  const result = outcome as Partial<Record<string, unknown>> | null | undefined;
  const text = (value: unknown) => typeof value === 'string' && value.length <= apiLimits.ruleMessageLength;
  if (result?.kind === 'reply' && text(result.message))
    return { kind: 'reply', message: result.message as string };
  if (
    result?.kind === 'llm' &&
    (result.systemMessage === undefined || result.systemMessage === null || text(result.systemMessage))
  ) {
    const { systemMessage } = result;
    return { kind: 'llm', ...(typeof systemMessage === 'string' && { systemMessage }) };
  }
  let shown = 'nothing';
  try {
    if (outcome !== undefined) shown = toJson(outcome)?.slice(0, 200) ?? typeof outcome;
  } catch {
    shown = 'something that is no JSON';
  }
  throw pluginError(
    'tool_result_invalid',
    `a rule must return {kind: "reply", message} or {kind: "llm", systemMessage?}, and this one returned ${shown}`,
  );
}

/** Where in the plugin it happened, for its author; errors of the API's own checks need no stack. */
function logStack(channel: Channel, error: unknown): void {
  if (!(error instanceof Error) || typeof error.stack !== 'string' || !error.stack.includes('plugin://'))
    return;
  const own = error.stack.split('\n').filter((line) => !line.includes('secagent:'));
  channel.log('error', own.join('\n').slice(0, apiLimits.logLineLength));
}

function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
