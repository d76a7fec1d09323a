import { vi } from 'vitest';
import type { EventName, Events, MethodName, Params, Result } from '../../shared/contract';
import { SecAgentError, toErrorInfo } from '../../shared/errors';

type Answers = { [M in MethodName]?: (params: Params<M>) => Result<M> | Promise<Result<M>> };

/**
 * Stands for the preload's bridge: methods answer as a test says, events are sent by it. Frames come when `frame` says.
 */
export function standInBridge(answers: Answers) {
  const listeners = new Map<string, ((payload: never) => void)[]>();
  const calls: { method: string; params: unknown }[] = [];
  let frames: (() => void)[] = [];

  const secagent = {
    async call(method: MethodName, params: unknown) {
      calls.push({ method, params });
      try {
        const answer = answers[method] as ((params: unknown) => unknown) | undefined;
        if (!answer) throw new SecAgentError('method_unknown', `${method} has no answer`);
        return { ok: true, value: await answer(params) };
      } catch (error) {
        return { ok: false, error: toErrorInfo(error) };
      }
    },
    on(name: string, listener: (payload: never) => void) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      return () => undefined;
    },
    openDropped: vi.fn(async (_files: File[]) => ({ ok: true, value: true })),
  };
  vi.stubGlobal('window', { secagent });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));

  return {
    calls,
    openDropped: secagent.openDropped,
    answer: <M extends MethodName>(method: M, how: Answers[M]) => Object.assign(answers, { [method]: how }),
    send<E extends EventName>(name: E, payload: Events[E]) {
      for (const listener of listeners.get(name) ?? []) listener(payload as never);
    },
    frame() {
      const due = frames;
      frames = [];
      for (const run of due) run();
    },
  };
}
