import { apiLimits } from '../../plugin-api';
import { type RequestContext, WithAttachment } from '../../rpc';
import { SecAgentError } from '../../shared/errors';
import { findForbiddenKey } from '../../shared/forbidden-keys';
import type { Deadlines, HostMethod, HostNotices, HostParams, HostResult } from '../../shared/host-contract';
import { tokenBucket } from '../../shared/token-bucket';
import type { FetchGate } from './fetch';
import { checkNotice, checkRequest, checkResult, HostViolation, readHostError } from './host-messages';
import { crashReason, type HostProcess, spawnHost } from './host-process';
import { applyNotice } from './notices';
import { Patience } from './patience';
import type { PluginLog } from './plugin-log';
import { Registry } from './registry';
import type { PluginHostPorts, PluginPackage } from './types';

export interface GenerationContext {
  nodePath: string;
  hostEntry: string;
  ports: PluginHostPorts;
  deadlines: Deadlines;
  /** ms beyond a deadline until a process that does not answer is killed */
  slackMs: number;
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

const STOP_ANSWER_MS = 300;
const MAX_CALLS = 32;
/** Requests of one process served at once; it asks for `pendingRequests` at most, and some may just have been given up. */
const MAX_SERVED = apiLimits.pendingRequests * 2;
/** Four times what the prelude lets through in notices, and the log beside them. */
const NOTICE_BYTES = { perSecond: 8 * 1024 * 1024, burst: 64 * 1024 * 1024 };

/** One run of a plugin's process, with what it registered. A crash or switching off ends it as a whole. */
export class Generation {
  readonly registry: Registry;
  readonly ended: Promise<Ending>;
  readonly patience = new Patience();
  readonly #plugin: PluginPackage;
  readonly #context: GenerationContext;
  readonly #process: HostProcess;
  readonly #mayNotify = tokenBucket(apiLimits.noticesPerSecond * 2, apiLimits.noticesBurst * 2);
  readonly #mayNotifyBytes = tokenBucket(NOTICE_BYTES.perSecond, NOTICE_BYTES.burst);
  readonly #mayWriteConfig = tokenBucket(20, 100);
  #ending: Ending | null = null;
  #calls = 0;
  /** the configuration's revision its process knows */
  #configRevision = 0;
  #served = 0;
  #stopping = 0;
  /** calls that were stopped and have not been answered */
  readonly #stopped = new Set<number>();
  #lastCall = 0;

  constructor(plugin: PluginPackage, context: GenerationContext) {
    this.#plugin = plugin;
    this.#context = context;
    this.registry = new Registry(plugin, context.changed);
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

  get pid(): number {
    return this.#process.pid;
  }

  /** Imports and activates; rejects with the load error. */
  async start(): Promise<void> {
    const { id, version, directory, main, permissions } = this.#plugin;
    const { deadlines, ports } = this.#context;
    // Node itself needs a moment to start, which is not the plugin's.
    const startup = 5_000;
    const config = ports.readConfig(id);
    this.#configRevision = config.revision;
    const key = findForbiddenKey(config.value);
    if (key !== null) {
      throw new SecAgentError('plugin_load_failed', `its stored configuration holds the key "${key}"`, {
        field: key,
      });
    }
    await this.request(
      'start',
      {
        plugin: { id, version, directory, main, permissions },
        config,
        deadlines,
      },
      deadlines.load > 0 ? deadlines.load + startup : 0,
    );
  }

  /** Passes a configuration on that another process has written, before the plugin works with its old copy. */
  refreshConfig(): void {
    const { ports } = this.#context;
    if (!this.alive || ports.configRevision(this.#plugin.id) <= this.#configRevision) return;
    const config: HostNotices['config'] = ports.readConfig(this.#plugin.id);
    this.#configRevision = config.revision;
    this.#process.peer.notify('config', config);
  }

  /** Asks the process. It keeps the deadline itself; when it does not, it is killed. */
  async request<M extends HostMethod>(
    method: M,
    params: HostParams<M>,
    deadlineMs: number,
    onChunk?: (chunk: unknown) => void,
  ): Promise<HostResult<M>> {
    if (method !== 'start' && method !== 'stats') this.refreshConfig();
    const silent = () => this.kill({ kind: 'crash', reason: 'its process did not answer' });
    const answer = this.#process.peer.request(method, params, {
      onChunk: (chunk) => {
        if (this.#mayNotify()) onChunk?.(chunk);
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
  async stoppable<M extends 'callTool' | 'runRules'>(
    method: M,
    params: Omit<HostParams<M>, 'call'>,
    deadlineMs: number,
    signal: AbortSignal | undefined,
    onChunk?: (chunk: unknown) => void,
  ): Promise<HostResult<M>> {
    if (signal?.aborted) throw new SecAgentError('stopped', 'stopped');
    if (this.#calls >= MAX_CALLS) {
      throw new SecAgentError('quota_exceeded', `${this.#plugin.id} is busy with ${MAX_CALLS} calls already`);
    }
    const call = ++this.#lastCall;
    this.#calls++;
    const answer = this.request(method, { ...params, call } as unknown as HostParams<M>, deadlineMs, onChunk);
    const settled = answer.then(
      () => undefined,
      () => undefined,
    );
    void settled.then(() => this.#calls--);
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
  async disable(activated: boolean): Promise<void> {
    this.registry.revoke();
    const ending: Ending = { kind: 'disabled', reason: 'the plugin was switched off' };
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

  async #serve(method: string, params: unknown, { attachment, signal }: RequestContext): Promise<unknown> {
    this.#served++;
    try {
      if (this.#served > MAX_SERVED) throw new HostViolation('it asks for too much at once');
      const request = checkRequest(method, params);
      if (request.method === 'fetch') return await this.#fetch(request.params, attachment, signal);
      if (!this.#mayWriteConfig())
        throw new SecAgentError('quota_exceeded', 'the configuration is written too often');
      return this.#writeConfig(request.params.value, request.params.revision);
    } catch (error) {
      if (error instanceof HostViolation) this.#violated(error.message);
      throw error;
    } finally {
      this.#served--;
    }
  }

  #writeConfig(value: Record<string, unknown>, basedOn: number): number {
    if (Buffer.byteLength(JSON.stringify(value)) > apiLimits.configBytes) {
      throw new SecAgentError('quota_exceeded', 'the configuration is over 64 KiB');
    }
    try {
      this.#configRevision = this.#context.ports.writeConfig(this.#plugin.id, value, basedOn);
      return this.#configRevision;
    } catch (error) {
      // What it is told before the refusal, it has when it tries again.
      this.refreshConfig();
      throw error;
    }
  }

  async #fetch(
    params: Parameters<FetchGate>[1] | object,
    body: Uint8Array | undefined,
    signal: AbortSignal,
  ): Promise<WithAttachment> {
    if (!this.#plugin.permissions.includes('network.http')) {
      throw new SecAgentError('permission_missing', 'fetch needs the permission "network.http"', {
        permission: 'network.http',
      });
    }
    const request = { ...(params as Parameters<FetchGate>[1]), body, signal };
    const result = await this.#context.fetch(this.#plugin.id, request);
    return new WithAttachment(result.answer, result.body);
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
