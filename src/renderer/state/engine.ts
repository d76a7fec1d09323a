import { create } from 'zustand';
import type { EngineLife, EngineProblem, EngineStatus } from '../../shared/settings';
import { call } from './call';

interface Engine extends EngineLife {
  /** null until the engine answered once */
  status: EngineStatus | null;
  retry(): void;
  /** paths of damaged files whose message was read */
  dismissed: readonly string[];
}

/** The engine's life as main sees it, and what it says about itself. */
export const useEngine = create<Engine>()(() => ({
  state: 'starting',
  restarts: 0,
  error: null,
  status: null,
  dismissed: [],
  retry: () => void call('engine.retry', {}).catch(() => undefined), // the state event says how it went
}));

/** Follows the engine; `whenReady` runs each time one is ready, also the first. */
export function followEngine(whenReady: () => void): void {
  const apply = (next: EngineLife) => {
    const before = useEngine.getState().state;
    useEngine.setState(next);
    if (next.state !== 'ready' || before === 'ready') return;
    void refreshStatus();
    whenReady();
  };
  window.secagent.on('engine.state', apply);
  void call('engine.state', {}).then(apply);
}

/** Reads the model and the counts again, e.g. after a plugin changed. */
export async function refreshStatus(): Promise<void> {
  try {
    useEngine.setState({ status: await call('engine.status', {}) });
  } catch {
    // Gone in between: the next `ready` asks again.
  }
}

/** The message about a damaged file was read. */
export function dismissProblem({ details }: EngineProblem): void {
  useEngine.setState(({ dismissed }) => ({ dismissed: [...dismissed, details.path] }));
}
