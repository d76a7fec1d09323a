import { create } from 'zustand';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';

/** What was tried, as the key of its sentence. */
export type Attempt =
  | 'sidebar.deleteFailed'
  | 'sidebar.undoFailed'
  | 'sidebar.renameFailed'
  | 'settings.actionFailed'
  | 'chat.sendFailed'
  | 'chat.compactFailed'
  | 'plugins.actionFailed';

interface Problem {
  key: number;
  attempt: Attempt;
  error: ErrorInfo;
}

interface Problems {
  list: Problem[];
  dismiss(key: number): void;
}

/** What did not work and has no place of its own on the screen that is open. */
export const useProblems = create<Problems>()((set) => ({
  list: [],
  dismiss: (key) => set(({ list }) => ({ list: list.filter((problem) => problem.key !== key) })),
}));

let nextKey = 1;

export function showProblem(attempt: Attempt, error: unknown): void {
  const problem = { key: nextKey++, attempt, error: toErrorInfo(error) };
  useProblems.setState(({ list }) => ({ list: [...list, problem] }));
}
