import { apiLimits } from '../../plugin-api';
import type { RequestContext } from '../../rpc';
import { SecAgentError } from '../../shared/errors';
import type { Deadlines, HostMethod, HostNotices, HostParams, HostResult } from '../../shared/host-contract';
import { tokenBucket } from '../../shared/token-bucket';
import { openConfigSync } from './config-sync';
import { pluginEnvironment } from './environment';
import type { FetchGate } from './fetch';
import { checkNotice, checkResult, HostViolation, readHostError } from './host-messages';
import { crashReason, type HostProcess, spawnHost } from './host-process';
import { applyNotice } from './notices';
import { Patience } from './patience';
import type { PluginLog } from './plugin-log';
import { Registry } from './registry';
import { servedRequests } from './served-requests';
import { SlowNames } from './slow-names';
import type { PluginHostPorts, PluginPackage } from './types';

export interface GenerationContext {
  nodePath: string;
  hostEntry: string;
  ports: PluginHostPorts;
  deadlines: Deadlines;
  /** ms beyond a deadline until a process that does not answer is killed */
  slackMs: number;
  /** MB of the isolate's heap */
  memoryMb: number;
  /** what its `process.env` is chosen from */
  env: Readonly<Record<string, string | undefined>>;
  log: PluginLog;
  fetch: FetchGate;
  changed(): void;
  status(status: { message: string; state?: string } | null): void;
}

/** Why a generation ended: by itself, because of Stop, for breaking the protocol, or because it was switched off. */
export interface Ending {
  kind: 'crash' | 'stop' | 'violation' | 'disabled';
  reason: string;
}

type StoppableMethod = 'callTool' | 'runRules' | 'matchPreRule' | 'renderPreRule' | 'askSettings';

interface CallOptions {
  signal?: AbortSignal | undefined;
  onChunk?: ((chunk: unknown) => void) | undefined;
  /** folder of the session that calls */
  workspace?: string | undefined;
}

const STOP_ANSWER_MS = 300;
const MAX_CALLS = 32;
/** Four times what the prelude lets through in notices, and the log beside them. */
const NOTICE_BYTES = { perSecond: 8 * 1024 * 1024, burst: 64 * 1024 * 1024 };

let lastGeneration = 0;

/** One run of a plugin's process, with what it registered. A crash or switching off ends it as a whole. */
export class Generation {
  /** which of all of this engine's, so that what a dead one promised is not asked of the next */
  readonly id = ++lastGeneration;
  readonly registry: Registry;
  readonly ended: Promise<Ending>;
  readonly patience = new Patience();
  /** pre-rules that took too long */
  readonly slow = new SlowNames();
  readonly #plugin: PluginPackage;
  readonly #context: GenerationContext;
  readonly #process: HostProcess;
  readonly #mayNotify = tokenBucket(apiLimits.noticesPerSecond * 2, apiLimits.noticesBurst * 2);
  readonly #mayNotifyBytes = tokenBucket(NOTICE_BYTES.perSecond, NOTICE_BYTES.burst);
  #ending: Ending | null = null;
  #calls = 0;
  readonly #config: ReturnType<typeof openConfigSync>;
  readonly #served: ReturnType<typeof servedRequests>;
  #stopping = 0;
  /** calls that were stopped and have not been answered */
  readonly #stopped = new Set<number>();
  #lastCall = 0;
  /** questions so far, figures aside */
  #asked = 0;
  /** folders of the sessions whose calls are under way, the latest last */
  readonly #workspaces = new Map<number, string>();

  constructor(plugin: PluginPackage, context: GenerationContext) {
    this.#plugin = plugin;
    this.#context = context;
    this.registry = new Registry(plugin, context.changed);
    this.#config = openConfigSync(plugin.id, context.ports);
    this.#served = servedRequests({
      plugin,
      ports: context.ports,
      fetch: context.fetch,
      config: this.#config,
      refreshConfig: () => this.refreshConfig(),
      roomToAnswer: () => this.#process.roomToSend(),
      workspaces: () => [...new Set(this.#workspaces.values())],
    });
    this.#process = spawnHost(
      { nodePath: context.nodePath, hostEntry: context.hostEntry, packageDirectory: plugin.directory },
      {
        request: (method, params, request) => this.#serve(method, params, request),
        notify: (method, params, bytes) => this.#take(method, params, bytes),
        readError: readHostError,
        violation: (what) => this.#violated(what),
        closed: () => this.#closed(),
      },
    );
    this.ended = this.#process.exited.then(({ signal, stderr }) => {
      this.registry.revoke();
      this.#ending ??= { kind: 'crash', reason: crashReason(signal, stderr) };
      return this.#ending;
    });
  }

  get alive(): boolean {
    return this.#ending === null && !this.#process.peer.closed;
  }

  /** a call was stopped and the process has not taken note yet: it may have to be killed */
  get stopping(): boolean {
    return this.#stopping > 0;
  }

  get deadlines(): Deadlines {
    return this.#context.deadlines;
  }
  /** of the engine: so far, and under way */
  get calls(): { begun: number; running: number } {
    return { begun: this.#asked, running: this.#calls };
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Imports and activates; rejects with the load error. */
  async start(): Promise<void> {
    const { id, version, directory, main, permissions, network } = this.#plugin;
    const { deadlines, memoryMb, env } = this.#context;
    // Node itself needs a moment to start, which is not the plugin's.
    const startup = 5_000;
    await this.request(
      'start',
      {
        plugin: { id, version, directory, main, permissions },
        config: this.#config.initial(),
        deadlines,
        memoryMb,
        env: pluginEnvironment(env, network?.env ?? []),
      },
      deadlines.load > 0 ? deadlines.load + startup : 0,
    );
  }

  /** Passes a configuration on that another process has written, before the plugin works with its old copy. */
  refreshConfig(): void {
    const config: HostNotices['config'] | null = this.alive ? this.#config.newer() : null;
    if (config) this.#process.peer.notify('config', config);
  }

  /** Asks the process. It keeps the deadline itself; when it does not, it is killed. */
  async request<M extends HostMethod>(
    method: M,
    params: HostParams<M>,
    deadlineMs: number,
    onChunk?: (chunk: unknown) => void,
  ): Promise<HostResult<M>> {
    if (method !== 'start' && method !== 'stats') {
      this.#asked++;
      this.refreshConfig();
    }
    const silent = () => this.kill({ kind: 'crash', reason: 'its process did not answer' });
    // At most one for each thing it is asked to try.
    let chunks = 0;
    const answer = this.#process.peer.request(method, params, {
      onChunk: (chunk) => {
        if (++chunks <= apiLimits.registrationsPerKind) onChunk?.(chunk);
        else this.#violated('it floods the engine with parts of an answer');
      },
    });
    const timer = deadlineMs > 0 ? setTimeout(silent, deadlineMs + this.#context.slackMs) : undefined;
    try {
      return checkResult(method, await answer);
    } catch (error) {
      const call = (params as { call?: number } | null)?.call ?? 0;
      if (error instanceof HostViolation) this.#violated(error.message);
      else if (!(error instanceof SecAgentError)) throw error;
      // Stop is the user's: a process that claims it would end the turn as if it had been pressed.
      else if (error.code === 'stopped' && !this.#stopped.has(call))
        this.#violated('it says that a call was stopped, and nobody stopped it');
      else if (error.code !== 'plugin_crashed') throw error;
      throw this.#endError();
    } finally {
      clearTimeout(timer);
    }
  }

  /** A request that Stop ends at once (S24): the caller hears `stopped`, and a process that does not take note is killed. */
  async stoppable<M extends StoppableMethod>(
    method: M,
    params: Omit<HostParams<M>, 'call'>,
    deadlineMs: number,
    { signal, onChunk, workspace }: CallOptions = {},
  ): Promise<HostResult<M>> {
    if (signal?.aborted) throw new SecAgentError('stopped', 'stopped');
    if (this.#calls >= MAX_CALLS) {
      throw new SecAgentError('quota_exceeded', `${this.#plugin.id} is busy with ${MAX_CALLS} calls already`);
    }
    const call = ++this.#lastCall;
    this.#calls++;
    if (workspace !== undefined) this.#workspaces.set(call, workspace);
    const answer = this.request(method, { ...params, call } as unknown as HostParams<M>, deadlineMs, onChunk);
    const settled = answer.then(
      () => undefined,
      () => undefined,
    );
    void settled.then(() => {
      this.#calls--;
      this.#workspaces.delete(call);
    });
    if (!signal) return answer;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(new SecAgentError('stopped', 'stopped'));
        const notice: HostNotices['cancel'] = { call };
        this.#stopped.add(call);
        this.#process.peer.notify('cancel', notice);
        const timer = setTimeout(
          () => this.kill({ kind: 'stop', reason: 'it was stopped while it did not answer' }),
          STOP_ANSWER_MS,
        );
        this.#stopping++;
        void settled.then(() => {
          clearTimeout(timer);
          this.#stopped.delete(call);
          this.#stopping--;
          this.#context.changed();
        });
      };
      signal.addEventListener('abort', onAbort, { once: true });
      answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /** Revokes everything, gives the disposer its time, and ends the process (S10). */
  async disable(activated: boolean, reason = 'the plugin was switched off'): Promise<void> {
    this.registry.revoke();
    const ending: Ending = { kind: 'disabled', reason };
    if (activated && this.#ending === null) {
      await this.request('dispose', null, this.#context.deadlines.disposer).catch((error) => {
        this.#context.log.add(
          'warn',
          `the disposer failed: ${error instanceof Error ? error.message : String(error)}`,
        );
      });
    }
    this.kill(ending);
    await this.ended;
  }

  kill(ending: Ending): void {
    this.#ending ??= ending;
    this.registry.revoke();
    this.#process.kill();
  }

  #violated(reason: string): void {
    this.kill({ kind: 'violation', reason });
  }

  #endError(): SecAgentError {
    const { kind, reason } = this.#ending ?? { kind: 'crash', reason: 'its process ended' };
    const code = kind === 'stop' || kind === 'disabled' ? 'plugin_stopped' : 'plugin_crashed';
    return new SecAgentError(code, `${this.#plugin.name}: ${reason}`, { plugin: this.#plugin.id });
  }

  async #serve(method: string, params: unknown, request: RequestContext): Promise<unknown> {
    try {
      return await this.#served(method, params, request);
    } catch (error) {
      if (error instanceof HostViolation) this.#violated(error.message);
      throw error;
    }
  }

  #take(method: string, params: unknown, bytes: number): void {
    const { log } = this.#context;
    try {
      const notice = checkNotice(method, params, bytes);
      // The prelude throws `quota_exceeded` long before this (ATTACKS 6).
      if (!this.#mayNotify() || !this.#mayNotifyBytes(bytes))
        throw new HostViolation('it floods the engine with notices');
      applyNotice(notice, this.registry, this.#context, (reason) => this.kill({ kind: 'crash', reason }));
    } catch (error) {
      if (error instanceof HostViolation) this.#violated(error.message);
      else log.add('error', `refused: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #closed(): void {
    this.registry.revoke();
    this.#process.kill();
  }
}
