import { type ErrorInfo, SecAgentError, toErrorInfo } from '../../shared/errors';
import { type Ending, Generation, type GenerationContext } from './generation';
import { type HeartbeatPolicy, watchHost } from './heartbeat';
import type { startQueue } from './start-queue';
import type { HostStatus, PluginPackage } from './types';

export interface RestartPolicy {
  /** restarts after crashes within `windowMs` before the plugin is given up (M13) */
  maxCrashes: number;
  windowMs: number;
  /** wait before the first, second, third restart */
  backoffMs: readonly number[];
}

export const defaultRestartPolicy: RestartPolicy = {
  maxCrashes: 3,
  windowMs: 600_000,
  backoffMs: [500, 2_000, 8_000],
};

/** ms a plugin that loads keeps others from starting */
const HOLDS_SLOT_MS = 20_000;

/** Keeps one enabled plugin running: starts it, starts it again after a crash, gives it up in the end (M13). */
export class Supervisor {
  readonly plugin: PluginPackage;
  readonly #context: GenerationContext;
  readonly #queue: ReturnType<typeof startQueue>;
  readonly #policy: RestartPolicy;
  readonly #heartbeat: HeartbeatPolicy;
  readonly #disabling = new AbortController();
  #state: HostStatus['state'] = 'enabled';
  #error: ErrorInfo | null = null;
  #status: HostStatus['status'] = null;
  #stats: HostStatus['stats'] = { rssBytes: 0, cpuMs: 0, calls: 0, restarts: 0 };
  #generation: Generation | null = null;
  #crashes: number[] = [];
  #running: Promise<void>;
  #restarting: Promise<void> = Promise.resolve();

  /** @param heartbeat how it is looked after from outside
   *  @param after what has to be over before it starts, such as the previous process of the same plugin */
  constructor(
    plugin: PluginPackage,
    context: Omit<GenerationContext, 'status'>,
    queue: ReturnType<typeof startQueue>,
    policy: RestartPolicy,
    heartbeat: HeartbeatPolicy,
    after: Promise<void>,
  ) {
    this.plugin = plugin;
    this.#queue = queue;
    this.#policy = policy;
    this.#heartbeat = heartbeat;
    this.#context = {
      ...context,
      status: (status) => {
        this.#status = status;
        context.changed();
      },
    };
    this.#running = after.then(() => this.#run());
  }

  /** the generation whose registrations count, or null */
  get active(): Generation | null {
    return this.#disabling.signal.aborted ? null : this.#generation;
  }
  get ready(): Generation | null {
    return this.#state === 'ready' && this.active?.alive ? this.active : null;
  }
  /** nothing about it will change by itself soon */
  get settled(): boolean {
    return this.#state === 'error' || (this.ready !== null && !this.ready.stopping);
  }
  get status(): HostStatus {
    return { state: this.#state, error: this.#error, status: this.#status, stats: { ...this.#stats } };
  }

  countCall(): void {
    this.#stats.calls++;
  }

  async refreshStats(): Promise<void> {
    const { ready } = this;
    if (!ready) return;
    const { rssBytes, cpuMs } = await ready.request('stats', null, 5_000);
    Object.assign(this.#stats, { rssBytes, cpuMs });
  }

  /** Starts it again: after it was given up, or a running one for a fresh start. One that is starting anyway is left alone. */
  restart(): void {
    if (this.#disabling.signal.aborted) return;
    const running = this.ready;
    if (running) {
      this.#context.ports.audit(this.plugin.id, 'plugin.host.restarted', {});
      this.#restarting = running.disable(true, 'somebody wanted a fresh start');
      // Its disposer may take a while: from now on nobody asks it anything, or for another restart.
      return this.#set('restarting', null);
    }
    if (this.#state !== 'error') return;
    this.#crashes = [];
    this.#context.ports.audit(this.plugin.id, 'plugin.host.retried', {});
    this.#set('enabled', null);
    this.#running = this.#running.then(() => this.#run());
  }

  async disable(): Promise<void> {
    const activated = this.#state === 'ready';
    this.#disabling.abort();
    // The disposer of one that is being restarted gets its time as well (S10).
    await this.#restarting;
    await this.#generation?.disable(activated);
    await this.#running;
    await this.#context.log.flush();
  }

  async #run(): Promise<void> {
    const { signal } = this.#disabling;
    while (!signal.aborted) {
      const leave = await this.#queue.enter(signal);
      // One that may load for ever lets the next ones start meanwhile.
      const patience = setTimeout(leave, HOLDS_SLOT_MS);
      const started = () => {
        clearTimeout(patience);
        leave();
      };
      let ending: Ending;
      try {
        if (signal.aborted) return;
        this.#set('activating', this.#error);
        ending = await this.#activate(started);
      } catch (error) {
        return this.#giveUp(error);
      } finally {
        started();
      }
      this.#generation = null;
      Object.assign(this.#stats, { rssBytes: 0, cpuMs: 0 });
      this.#status = null;
      if (signal.aborted) return;
      if (ending.kind === 'violation') {
        return this.#giveUp(
          new SecAgentError('plugin_crashed', `its process broke the protocol: ${ending.reason}`),
        );
      }
      if (!(await this.#pauseBeforeRestart(ending))) return;
    }
  }

  /** Starts a generation and stays with it until it ends; throws what makes another try pointless. */
  async #activate(started: () => void): Promise<Ending> {
    const generation = new Generation(this.plugin, this.#context);
    this.#generation = generation;
    try {
      await generation.start();
    } catch (error) {
      if (
        !(
          error instanceof SecAgentError &&
          (error.code === 'plugin_crashed' || error.code === 'plugin_stopped')
        )
      ) {
        generation.kill({ kind: 'disabled', reason: 'it did not load' });
        await generation.ended;
        throw error;
      }
      return generation.ended;
    }
    started();
    this.#set('ready', null);
    const endWatch = watchHost(
      {
        stats: () => generation.request('stats', null, 0),
        calls: () => generation.calls,
        seen: ({ rssBytes, cpuMs }) => Object.assign(this.#stats, { rssBytes, cpuMs }),
        giveUp: (reason) => generation.kill({ kind: 'crash', reason }),
      },
      this.#heartbeat,
    );
    return generation.ended.finally(endWatch);
  }

  /** false when the plugin has crashed too often */
  async #pauseBeforeRestart(ending: Ending): Promise<boolean> {
    const { id } = this.plugin;
    let pause = 0;
    if (ending.kind === 'crash') {
      const now = performance.now();
      this.#crashes = [...this.#crashes.filter((at) => now - at < this.#policy.windowMs), now];
      this.#context.log.add('error', `crashed: ${ending.reason}`);
      this.#context.ports.audit(id, 'plugin.host.crashed', { reason: ending.reason });
      if (this.#crashes.length > this.#policy.maxCrashes) {
        const minutes = Math.round(this.#policy.windowMs / 60_000);
        const message = `crashed ${this.#crashes.length} times within ${minutes} minutes, so it stays off: ${ending.reason}`;
        this.#giveUp(new SecAgentError('plugin_crashed', message, { reason: ending.reason }));
        return false;
      }
      pause = this.#policy.backoffMs[Math.min(this.#crashes.length, this.#policy.backoffMs.length) - 1] ?? 0;
    } else this.#context.log.add('info', `started again: ${ending.reason}`);
    this.#stats.restarts++;
    // A fresh start somebody asked for is no failure.
    const failed = ending.kind !== 'disabled';
    this.#set('restarting', failed ? toErrorInfo(new SecAgentError('plugin_crashed', ending.reason)) : null);
    await abortableDelay(pause, this.#disabling.signal);
    return true;
  }

  #giveUp(error: unknown): void {
    this.#generation = null;
    if (this.#disabling.signal.aborted) return;
    const info = toErrorInfo(error);
    this.#context.log.add('error', info.message);
    this.#context.ports.audit(this.plugin.id, 'plugin.host.gave-up', {
      code: info.code,
      message: info.message,
    });
    this.#set('error', info);
  }

  #set(state: HostStatus['state'], error: ErrorInfo | null): void {
    this.#state = state;
    this.#error = error;
    this.#context.changed();
  }
}

function abortableDelay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', done);
      resolve();
    }, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
