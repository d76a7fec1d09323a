import { fileURLToPath } from 'node:url';
import { Engine } from '../engine';
import type { GlobalOptions } from './terminal';

/** What a command needs the engine for. */
export interface EngineNeeds {
  /** which switched-on plugins to run; none by default */
  runs?: (pluginId: string) => boolean;
  model?: string | undefined;
  baseUrl?: string | undefined;
  reasoning?: 'none' | 'low' | 'medium' | 'high' | undefined;
}

/** The engine in this process, for one command. Always `dispose()` it. */
export function openEngine(options: GlobalOptions, needs: EngineNeeds = {}): Engine {
  return new Engine({
    hostEntry: fileURLToPath(new URL('../plugin-host/host.js', import.meta.url)),
    home: options.home,
    workspace: options.workspace ?? process.cwd(),
    runs: needs.runs ?? (() => false),
    model: { model: needs.model, baseUrl: needs.baseUrl, reasoning: needs.reasoning },
  });
}

/** Opens, works, and closes whatever happens. */
export async function withEngine<T>(
  options: GlobalOptions,
  needs: EngineNeeds,
  work: (engine: Engine) => Promise<T> | T,
): Promise<T> {
  const engine = openEngine(options, needs);
  try {
    return await work(engine);
  } finally {
    await engine.dispose();
  }
}
