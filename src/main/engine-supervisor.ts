import type { ChildProcess } from 'node:child_process';
import { ipcTransport, Peer } from '../rpc';
import type { MethodsServedBy, Params, Result } from '../shared/contract';
import { type ErrorInfo, SecAgentError } from '../shared/errors';
import type { EngineLife, EngineState } from '../shared/settings';
import type { EngineLog } from './engine-log';

export interface SupervisorOptions {
  spawn(): ChildProcess;
  log: EngineLog;
  stateChanged(life: EngineLife): void;
  notified(event: string, payload: unknown): void;
  /** what the engine asks the shell for, like a key */
  answer(method: string, params: unknown): Promise<unknown>;
}

/** An engine that ends earlier than this after its start counts as a failed start. */
const QUICK_MS = 10_000;
const MAX_QUICK_FAILURES = 5;
const READY_WITHIN_MS = 30_000;
const MAX_BACKOFF_MS = 4_000;
/** How long a request waits for an engine that is (re)starting. */
const WAIT_FOR_READY_MS = 30_000;
const STOP_WITHIN_MS = 4_000;

/** Keeps one engine running: starts it, starts it again when it ends, ends it when the app quits. */
export class EngineSupervisor {
  readonly #options: SupervisorOptions;
  #state: EngineState = 'starting';
  #restarts = 0;
  #quickFailures = 0;
  /** why the engine could not start, in its own words */
  #failure: ErrorInfo | null = null;
  #child: ChildProcess | null = null;
  #peer: Peer | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;
  #waiting = new Set<() => void>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get state(): EngineLife {
    return { state: this.#state, restarts: this.#restarts, error: this.#failure };
  }

  start(): void {
    const startedAt = Date.now();
    const child = this.#options.spawn();
    this.#child = child;
    if (child.stdout) this.#options.log.follow(child.stdout);
    if (child.stderr) this.#options.log.follow(child.stderr);
    const peer = new Peer(ipcTransport(child), {
      request: (method, params) => this.#options.answer(method, params),
      notify: (event, payload) => {
        if (event === 'ready') this.#ready(peer);
        else if (event === 'failed') this.#failure = payload as ErrorInfo;
        else this.#options.notified(event, payload);
      },
      closed: () => this.#lost(child, peer),
    });
    this.#timer = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
    let ended = false;
    const end = (reason: string) => {
      if (ended) return;
      ended = true;
      this.#options.log.line(`the engine ended: ${reason}`);
      peer.close(reason);
      this.#ended(child, Date.now() - startedAt < QUICK_MS);
    };
    child.once('error', (error) => end(error.message)); // could not be spawned at all
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  }

  /** Asks the engine, waiting for one that is starting. Rejects with `engine_gone` when it ends meanwhile. */
  async request<M extends MethodsServedBy<'engine'>>(method: M, params: Params<M>): Promise<Result<M>> {
    if (this.#state === 'starting' || this.#state === 'restarting') await this.#settled();
    if (this.#state === 'failed') throw new SecAgentError('engine_gone', 'the engine could not be started');
    if (!this.#peer)
      throw new SecAgentError('engine_starting', 'the engine is still starting; try again in a moment');
    return (await this.#peer.request(method, params)) as Result<M>;
  }

  /** Tries again after giving up. */
  retry(): void {
    if (this.#state !== 'failed') return;
    this.#quickFailures = 0;
    this.#failure = null;
    this.#setState('restarting');
    this.start();
  }

  /** Ends the engine for good: it is asked first, then made to. Resolves when its process is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    // The engine takes the end of its channel as the word to leave.
    if (child.connected) child.disconnect();
    const terminate = setTimeout(() => child.kill('SIGTERM'), STOP_WITHIN_MS / 2);
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await gone;
    clearTimeout(terminate);
    clearTimeout(kill);
  }

  #ready(peer: Peer): void {
    clearTimeout(this.#timer);
    this.#peer = peer;
    this.#failure = null;
    this.#setState('ready');
  }

  /** The channel ends a moment before the process does; from then on requests wait for the next engine. */
  #lost(child: ChildProcess, peer: Peer): void {
    if (this.#peer !== peer || this.#stopping) return;
    this.#peer = null;
    this.#setState('restarting');
    this.#timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  }

  #ended(child: ChildProcess, quick: boolean): void {
    if (this.#child !== child) return;
    clearTimeout(this.#timer);
    this.#child = null;
    this.#peer = null;
    if (this.#stopping) return;
    this.#quickFailures = quick ? this.#quickFailures + 1 : 0;
    // Data that can't be read is the same at the next try; only a person can do something about it.
    const hopeless = this.#failure?.code === 'storage_damaged';
    if (hopeless || this.#quickFailures >= MAX_QUICK_FAILURES) return this.#setState('failed');
    this.#setState('restarting');
    const backoff = Math.min(200 * 2 ** this.#quickFailures, MAX_BACKOFF_MS);
    this.#timer = setTimeout(
      () => {
        this.#restarts++;
        this.start();
      },
      quick ? backoff : 0,
    );
  }

  #setState(state: EngineState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.stateChanged(this.state);
    if (state === 'ready' || state === 'failed') {
      for (const wake of this.#waiting) wake();
    }
  }

  #settled(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, WAIT_FOR_READY_MS);
      this.#waiting.add(wake);
    });
  }
}
