import { SecAgentError, toErrorInfo } from '../shared/errors';
import type { Deadlines, HostMethod, HostParams, HostResult } from '../shared/host-contract';
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
        value: await sandbox.call('tool', { tool, args }, deadlines.tool, signal),
      })),

    async matchSkills({ text, skills }) {
      type Match = HostResult<'matchSkills'>['matches'][number];
      const test = (names: string[]) =>
        sandbox.call('matchSkills', { text, names }, deadlines.pattern) as Promise<Match[]>;
      const failures: HostResult<'matchSkills'>['failures'] = [];
      // All at once first; only when that takes too long are they tried one by one, to find which one it is.
      const all = await test(skills).catch((error) => (isSlow(error) ? null : Promise.reject(error)));
      if (all) return { matches: all, failures };
      const matches: Match[] = [];
      let timeouts = 0;
      for (const name of skills) {
        try {
          if (timeouts >= MAX_TIMEOUTS)
            throw new SecAgentError('deadline_exceeded', 'not tried: other patterns took too long');
          matches.push(...(await test([name])));
        } catch (error) {
          if (isBusy(error)) timeouts = MAX_TIMEOUTS;
          else if (isSlow(error)) timeouts++;
          failures.push({ name, error: toErrorInfo(error) });
        }
      }
      return { matches, failures };
    },

    async evaluatePrompts({ prompts }) {
      const texts: HostResult<'evaluatePrompts'> = [];
      let timeouts = 0;
      for (const name of prompts) {
        try {
          if (timeouts >= MAX_TIMEOUTS)
            throw new SecAgentError('deadline_exceeded', 'not tried: other prompts took too long');
          texts.push({ name, text: String(await sandbox.call('prompt', { name }, deadlines.prompt)) });
        } catch (error) {
          if (isBusy(error)) timeouts = MAX_TIMEOUTS;
          else if (isSlow(error)) timeouts++;
          texts.push({ name, error: toErrorInfo(error) });
        }
      }
      return texts;
    },

    runRules: ({ call, text, rules }, stream) =>
      withStop(call, async (signal) => {
        const found = await findRule(
          rules,
          (names) =>
            sandbox.call('matchRules', { text, names, run: call }, deadlines.pattern, signal) as Promise<
              string | null
            >,
        );
        if (found === null || typeof found === 'object') return found;
        stream(found);
        try {
          const outcome = await sandbox.call('rule', { rule: found, run: call }, deadlines.rule, signal);
          return { rule: found, ...(outcome as { kind: 'reply'; message: string }) };
        } catch (error) {
          if (signal.aborted) throw error;
          return { rule: found, kind: 'error', error: toErrorInfo(error) };
        }
      }),

    async dispose() {
      await sandbox.call('dispose', {}, deadlines.disposer);
      return null;
    },
  };
  return { answers, cancel: (call: number) => stoppable.get(call)?.abort() };
}

/** The name of the first rule that matches, null, or which rule's pattern took too long: then no other is tried (S17). */
async function findRule(rules: string[], test: (names: string[]) => Promise<string | null>) {
  try {
    return await test(rules);
  } catch (error) {
    if (!isSlow(error)) throw error;
  }
  for (const rule of rules) {
    try {
      const found = await test([rule]);
      if (found !== null) return found;
    } catch (error) {
      if (!isSlow(error)) throw error;
      const message = 'the pattern took too long on this message';
      return {
        rule,
        kind: 'error' as const,
        error: toErrorInfo(new SecAgentError('deadline_exceeded', message)),
      };
    }
  }
  return null;
}

/** It ran, and took too long. */
function isSlow(error: unknown): boolean {
  return error instanceof SecAgentError && error.code === 'deadline_exceeded' && !isBusy(error);
}

/** It perhaps never ran; trying again would only wait again. */
function isBusy(error: unknown): boolean {
  return error instanceof SecAgentError && error.details?.busy === true;
}
