import { type ErrorInfo, fromErrorInfo, SecAgentError, toErrorInfo } from '../shared/errors';
import type { Transport } from './transport';

/** What a request's handler gets besides its parameters. */
export interface RequestContext {
  /** aborted when the other side cancels or goes away */
  signal: AbortSignal;
  /** bytes sent beside the parameters */
  attachment?: Uint8Array | undefined;
  /** sends a chunk to the requester before the result */
  stream(chunk: unknown): void;
}

/** Result with bytes beside it, for payloads that don't belong inside JSON. */
export class WithAttachment {
  constructor(
    readonly value: unknown,
    readonly attachment: Uint8Array,
  ) {}
}

export interface PeerHandlers {
  request?(method: string, params: unknown, context: RequestContext): unknown;
  /** @param bytes size of the message, where the transport counts */
  notify?(method: string, params: unknown, bytes: number): void;
  /** the other side is gone; pending requests have been rejected already */
  closed?(reason: string): void;
  /** something that is no message of this protocol arrived; the peer closes for it */
  violation?(what: string): void;
  /** makes an error of what the other side answered instead of a result; `fromErrorInfo` by default */
  readError?(raw: unknown): Error;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  attachment?: Uint8Array | undefined;
  onChunk?: ((chunk: unknown) => void) | undefined;
  onAttachment?: ((bytes: Uint8Array) => void) | undefined;
  /** ms; rejects with `deadline_exceeded` and cancels. None by default. */
  deadlineMs?: number | undefined;
}

interface Pending {
  method: string;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  onChunk: RequestOptions['onChunk'];
  onAttachment: RequestOptions['onAttachment'];
}

/** Answers to nothing that may arrive before the other side is taken for broken. */
const MAX_STRAYS = 8;

/**
 * One side of a connection: request, response, notify, cancel, stream. Pending requests reject with
 * `closedCode` when the other side goes; errors keep code, message and details.
 */
export class Peer {
  readonly #transport: Transport;
  readonly #handlers: PeerHandlers;
  readonly #closedError: (reason: string) => SecAgentError;
  readonly #pending = new Map<number, Pending>();
  /** requests given up, which the other side may still answer */
  readonly #cancelled = new Set<number>();
  readonly #serving = new Map<number, AbortController>();
  #nextId = 1;
  #lastServed = 0;
  #requestsMinusCancels = 0;
  #strays = 0;
  #closed: string | null = null;

  constructor(
    transport: Transport,
    handlers: PeerHandlers = {},
    closedError = (reason: string) => new SecAgentError('engine_gone', `the other process ended (${reason})`),
  ) {
    this.#transport = transport;
    this.#handlers = handlers;
    this.#closedError = closedError;
    transport.receive(
      (message, attachment, bytes) => this.#receive(message, attachment, bytes),
      (reason, violation) => {
        if (violation) this.#handlers.violation?.(reason);
        this.#close(reason);
      },
    );
  }

  get closed(): boolean {
    return this.#closed !== null;
  }

  /** Asks the other side; rejects with the error it answered, `stopped` after an abort, or the closed error. */
  request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
    if (this.#closed !== null) return Promise.reject(this.#closedError(this.#closed));
    const { signal, deadlineMs } = options;
    if (signal?.aborted) return Promise.reject(new SecAgentError('stopped', 'stopped before it was sent'));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const cancel = (error: SecAgentError) => {
        if (!this.#pending.has(id)) return;
        settle();
        if (this.#closed === null) {
          this.#cancelled.add(id);
          this.#transport.send({ t: 'cancel', id });
        }
        reject(error);
      };
      const onAbort = () => cancel(new SecAgentError('stopped', 'stopped'));
      const timer =
        deadlineMs === undefined
          ? undefined
          : setTimeout(
              () =>
                cancel(
                  new SecAgentError('deadline_exceeded', `${method} took longer than ${deadlineMs / 1000} s`),
                ),
              deadlineMs,
            );
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#pending.delete(id);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#pending.set(id, {
        method,
        resolve: (value) => {
          settle();
          resolve(value);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        onChunk: options.onChunk,
        onAttachment: options.onAttachment,
      });
      try {
        this.#transport.send({ t: 'request', id, method, params }, options.attachment);
      } catch (error) {
        settle();
        reject(error);
      }
    });
  }

  /** Tells the other side; nothing comes back. Dropped when it is gone. */
  notify(method: string, params: unknown): void {
    if (this.#closed === null) this.#transport.send({ t: 'notify', method, params });
  }

  close(reason = 'closed'): void {
    if (this.#closed !== null) return;
    this.#transport.close();
    this.#close(reason);
  }

  #receive(raw: unknown, attachment: Uint8Array | undefined, bytes = 0): void {
    if (this.#closed !== null) return;
    const message = raw as Record<string, unknown> | null;
    if (typeof message !== 'object' || message === null) return this.#violation('not an object');
    const id = message.id;
    switch (message.t) {
      case 'notify':
        if (typeof message.method !== 'string') return this.#violation('notify without method');
        this.#handlers.notify?.(message.method, message.params, bytes);
        return;
      case 'request':
        if (typeof message.method !== 'string' || !isId(id) || id <= this.#lastServed) {
          return this.#violation('bad request');
        }
        this.#lastServed = id;
        this.#requestsMinusCancels++;
        void this.#serve(id, message.method, message.params, attachment);
        return;
      case 'response': {
        const pending = isId(id) ? this.#pending.get(id) : undefined;
        if (!pending) return this.#stray(id, (known) => this.#cancelled.delete(known));
        if (message.error !== undefined) {
          const { readError = (raw: unknown) => fromErrorInfo(readErrorInfo(raw)) } = this.#handlers;
          return pending.reject(readError(message.error));
        }
        if (attachment) pending.onAttachment?.(attachment);
        return pending.resolve(message.result);
      }
      case 'stream':
        if (isId(id) && this.#pending.has(id)) return this.#pending.get(id)?.onChunk?.(message.chunk);
        return this.#stray(id, (known) => this.#cancelled.has(known));
      case 'cancel':
        // One for each request; it may come when that one has been answered already.
        if (this.#requestsMinusCancels === 0) return this.#stray(id, () => false);
        this.#requestsMinusCancels--;
        if (isId(id)) this.#serving.get(id)?.abort();
        return;
      default:
        return this.#violation('unknown kind of message');
    }
  }

  async #serve(
    id: number,
    method: string,
    params: unknown,
    attachment: Uint8Array | undefined,
  ): Promise<void> {
    const controller = new AbortController();
    this.#serving.set(id, controller);
    const stream = (chunk: unknown) => {
      if (this.#closed === null) this.#transport.send({ t: 'stream', id, chunk });
    };
    try {
      if (!this.#handlers.request) throw new SecAgentError('method_unknown', `no method ${method}`);
      const answer = await this.#handlers.request(method, params, {
        signal: controller.signal,
        attachment,
        stream,
      });
      if (this.#closed !== null) return;
      if (answer instanceof WithAttachment) {
        this.#transport.send({ t: 'response', id, result: answer.value }, answer.attachment);
      } else {
        this.#transport.send({ t: 'response', id, result: answer });
      }
    } catch (error) {
      if (this.#closed === null) this.#transport.send({ t: 'response', id, error: toErrorInfo(error) });
    } finally {
      this.#serving.delete(id);
    }
  }

  /** Something about a request there is not. */
  #stray(id: unknown, isLate: (id: number) => boolean): void {
    if (isId(id) && isLate(id)) return;
    if (++this.#strays > MAX_STRAYS) this.#violation('messages about requests there are not');
  }

  #violation(what: string): void {
    this.#handlers.violation?.(what);
    this.close(`protocol violation: ${what}`);
  }

  #close(reason: string): void {
    if (this.#closed !== null) return;
    this.#closed = reason;
    for (const controller of this.#serving.values()) controller.abort();
    for (const pending of [...this.#pending.values()]) pending.reject(this.#closedError(reason));
    this.#handlers.closed?.(reason);
  }
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function readErrorInfo(raw: unknown): ErrorInfo {
  const info = raw as Partial<ErrorInfo> | null;
  if (typeof info !== 'object' || info === null || typeof info.message !== 'string') {
    return { code: 'internal', message: 'the other process sent an error it did not describe' };
  }
  return {
    code: info.code ?? 'internal',
    message: info.message,
    ...(info.details && { details: info.details }),
  };
}
