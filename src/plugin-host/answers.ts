import { type ErrorInfo, SecAgentError } from '../shared/errors';
import type { Deadlines, HostMethod, HostParams, HostResult } from '../shared/host-contract';
import { boundedInfo } from './bounded-error';
import type { Sandbox } from './sandbox';

/** After this many patterns or prompts that ran out of time, the rest of one question is not tried (ATTACKS 7). */
const MAX_TIMEOUTS = 2;

type Answers = {
  [M in Exclude<HostMethod, 'start' | 'stats'>]: (
    params: HostParams<M>,
    stream: (chunk: unknown) => void,
  ) => Promise<HostResult<M>>;
};

/** How the engine's questions are answered with calls into the isolate. */
export function answersFrom(sandbox: Sandbox, deadlines: Deadlines) {
  const stoppable = new Map<number, AbortController>();
  /** numbers under which the guest keeps a pre-rule's render: one that answers late must not take another's place */
  let lastMatch = 0;

  /** Runs a call that Stop may end. */
  const withStop = async <T>(call: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const controller = new AbortController();
    stoppable.set(call, controller);
    try {
      return await run(controller.signal);
    } finally {
      stoppable.delete(call);
    }
  };

  const answers: Answers = {
    callTool: ({ call, tool, args }) =>
      withStop(call, async (signal) => ({
        value: await sandbox.call('tool', { tool, args }, deadlines.tool, { signal }),
      })),

    async matchSkills({ text, skills, patienceMs }) {
      type Match = HostResult<'matchSkills'>['matches'][number];
      const test = (names: string[]) =>
        sandbox.call('matchSkills', { text, names }, deadlines.pattern, { patienceMs }) as Promise<Match[]>;
      const { found, failures } = await tryPatterns(skills, test, () => false);
      return { matches: found, failures };
    },

    async evaluatePrompts({ prompts, patienceMs }) {
      const texts: HostResult<'evaluatePrompts'> = [];
      const tries = limitedTries('prompts', 2 * deadlines.prompt);
      for (const name of prompts) {
        try {
          const text = await tries.run(() =>
            sandbox.call('prompt', { name }, deadlines.prompt, { patienceMs }),
          );
          texts.push({ name, text: String(text) });
        } catch (error) {
          texts.push({ name, error: boundedInfo(error) });
        }
      }
      return texts;
    },

    runRules: ({ call, text, rules, patienceMs }, stream) =>
      withStop(call, async (signal) => {
        const options = { signal, patienceMs };
        const test = async (names: string[]) => {
          const params = { text, names, run: call };
          const name = await sandbox.call('matchRules', params, deadlines.pattern, options);
          return name === null ? [] : [String(name)];
        };
        const { found, failures } = await tryPatterns(rules, test, (matched) => matched.length > 0);
        const [rule] = found;
        if (rule === undefined) return { outcome: null, failures };
        stream(rule);
        try {
          const result = await sandbox.call('rule', { rule, run: call }, deadlines.rule, options);
          return { outcome: { rule, ...(result as { kind: 'reply'; message: string }) }, failures };
        } catch (error) {
          if (signal.aborted) throw error;
          return { outcome: { rule, kind: 'error', error: boundedInfo(error) }, failures };
        }
      }),

    matchPreRule: ({ call, text, preRules, patienceMs }, stream) =>
      withStop(call, async (signal) => {
        const failures: { name: string; error: ErrorInfo }[] = [];
        const tries = limitedTries('pre-rules', 2 * deadlines.rule);
        for (const name of preRules) {
          try {
            const match = await tries.run(() => {
              stream(name);
              const params = { name, text, run: ++lastMatch };
              return sandbox.call('matchPreRule', params, deadlines.rule, { signal, patienceMs });
            });
            if (match) return { match: match as HostResult<'matchPreRule'>['match'], failures };
          } catch (error) {
            if (signal.aborted) throw error;
            failures.push({ name, error: boundedInfo(error) });
          }
        }
        return { match: null, failures };
      }),

    renderPreRule: ({ call, run, result }) =>
      withStop(call, async (signal) => {
        const params = { run, result };
        return { text: String(await sandbox.call('renderPreRule', params, deadlines.rule, { signal })) };
      }),

    askSettings: ({ call, page, action, args }) =>
      withStop(call, async (signal) => ({
        value: await sandbox.call('settings', { page, action, args }, deadlines.tool, { signal }),
      })),

    async dispose() {
      await sandbox.call('dispose', {}, deadlines.disposer);
      return null;
    },
  };
  return { answers, cancel: (call: number) => stoppable.get(call)?.abort() };
}

/**
 * Tests patterns all at once; only when that takes too long one by one, to find which one it is. A pattern that
 * fails says nothing about the message: it is reported, and the others are tried (S14, S17).
 */
async function tryPatterns<T>(
  names: string[],
  test: (names: string[]) => Promise<T[]>,
  enough: (found: T[]) => boolean,
): Promise<{ found: T[]; failures: { name: string; error: ErrorInfo }[] }> {
  try {
    return { found: await test(names), failures: [] };
  } catch (error) {
    if (!isSlow(error)) throw error;
  }
  const found: T[] = [];
  const failures: { name: string; error: ErrorInfo }[] = [];
  const tries = limitedTries('patterns');
  for (const name of names) {
    if (enough(found)) break;
    try {
      found.push(...(await tries.run(() => test([name]))));
    } catch (error) {
      if (hasCode(error, 'stopped')) throw error;
      failures.push({ name, error: boundedInfo(error) });
    }
  }
  return { found, failures };
}

/** @param budgetMs for all of them together; each has its own deadline besides */
function limitedTries(what: string, budgetMs = Number.POSITIVE_INFINITY) {
  const began = performance.now();
  let timeouts = 0;
  return {
    async run<T>(attempt: () => Promise<T>): Promise<T> {
      if (timeouts >= MAX_TIMEOUTS || performance.now() - began > budgetMs)
        throw new SecAgentError('deadline_exceeded', `not tried: other ${what} took too long`, {
          notTried: true,
        });
      try {
        return await attempt();
      } catch (error) {
        if (isBusy(error)) timeouts = MAX_TIMEOUTS;
        else if (isSlow(error)) timeouts++;
        throw error;
      }
    },
  };
}

/** It ran, and took too long. */
function isSlow(error: unknown): boolean {
  return hasCode(error, 'deadline_exceeded') && !isBusy(error);
}

/** It never ran; trying again would only wait again. */
function isBusy(error: unknown): boolean {
  return error instanceof SecAgentError && error.details?.busy === true;
}

function hasCode(error: unknown, code: SecAgentError['code']): boolean {
  return error instanceof SecAgentError && error.code === code;
}
