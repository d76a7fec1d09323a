import { randomBytes } from 'node:crypto';
import ivm from 'isolated-vm';
import { type ErrorCode, SecAgentError, toErrorInfo } from '../shared/errors';
import { decodeText } from './decode-text';
import { idOf, readGuestMessage } from './guest-messages';
import type { BootData, CallKind, FromGuest, GuestQuestions, ToGuest, WireError } from './guest-protocol';
import { TIMED_OUT } from './module-loader';
import { Watch } from './watch';

/** What a call gets beyond its deadline when it has to wait for its turn; less than the engine's slack. */
const BUSY_PATIENCE_MS = 2_000;
const MAX_RANDOM_BYTES = 65_536;

export interface SandboxEvents {
  /** `request`, `cancel`, `notice`, `log`, `wake`, `loaded` of the guest, checked for size, depth and keys */
  message(message: GuestEvent, bytes: Uint8Array | undefined): void;
  answer<Q extends keyof GuestQuestions>(question: Q, params: GuestQuestions[Q]['params']): unknown;
  /** an exception or rejection nobody in the guest handled */
  unhandled(error: unknown): void;
  /** A file of the package for node:fs, or null: why is asked for with `whyUnreadable`. Must not throw. */
  readFile(path: string, asText: boolean): Uint8Array | string | null;
  /** the isolate is lost */
  fatal(reason: string): void;
}

/** The prelude as text, or a snapshot of an isolate that has evaluated it; that one moves into the isolate. */
export type Prelude = { script: string } | { snapshot: ArrayBuffer };

/** What the guest posts besides what belongs to calls. */
export type GuestEvent = Exclude<FromGuest, { t: 'result' | 'began' }>;

export interface CallOptions {
  signal?: AbortSignal;
  /** ms it may wait for its turn while the plugin is at work on something else */
  patienceMs?: number;
}

interface Call {
  began(): void;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** One isolate with the prelude in it. Only JSON texts and bytes go in and out, each way through one function. */
export class Sandbox {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  readonly #dispatch: ivm.Reference<(json: string, bytes?: ArrayBuffer) => void>;
  readonly #events: SandboxEvents;
  readonly #credit: number;
  readonly #outOfMemory: string;
  readonly #calls = new Map<number, Call>();
  readonly #watch: Watch;
  #lastId = 0;
  #taken = 0;

  constructor(prelude: Prelude, boot: BootData, memoryMb: number, events: SandboxEvents) {
    this.#events = events;
    this.#outOfMemory = outOfMemory(memoryMb);
    this.#credit = boot.credit;
    this.#watch = new Watch(() => events.fatal('the plugin stopped answering'));
    this.isolate = new ivm.Isolate({
      memoryLimit: memoryMb,
      ...('snapshot' in prelude && {
        snapshot: new ivm.ExternalCopy(prelude.snapshot, { transferOut: true }),
      }),
      onCatastrophicError: () => events.fatal(this.#outOfMemory),
    });
    this.context = this.isolate.createContextSync();
    // With a snapshot as well: they come back with it.
    this.context.evalSync(
      'for (const name of ["WebAssembly", "SharedArrayBuffer", "Atomics"]) delete globalThis[name];',
    );
    if ('script' in prelude) this.context.evalSync(prelude.script, { filename: 'secagent:prelude' });
    this.#dispatch = this.context.evalClosureSync(
      'const boot = globalThis.$boot; delete globalThis.$boot; return boot({ post: $0, ask: $1, randomBytes: $2, readFile: $3, decodeText: $4 }, $5);',
      [
        // Without a result to wait for: a guest that waits inside a host call cannot be stopped. Its credit bounds it.
        new ivm.Callback((json: unknown, attachment: unknown) => this.#receive(json, attachment), {
          ignored: true,
        }),
        new ivm.Callback((json: unknown) => this.#answer(json)),
        new ivm.Callback((count: unknown) => freshRandomBytes(count)),
        new ivm.Callback((path: unknown, asText: unknown) => this.#readFile(path, asText)),
        new ivm.Callback(decodeText),
        JSON.stringify(boot),
      ],
      { result: { reference: true }, filename: 'secagent:boot' },
    );
  }

  /** Asks the guest; rejects with `deadline_exceeded`, `stopped`, or what the guest threw. */
  call(kind: CallKind, params: unknown, deadlineMs: number, options: CallOptions = {}): Promise<unknown> {
    const { signal, patienceMs = deadlineMs + BUSY_PATIENCE_MS } = options;
    const id = ++this.#lastId;
    const asked = performance.now();
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#calls.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const tooLate = () => call.reject(deadlineExceeded(deadlineMs));
      // One that has to wait for another in the same isolate gets some time for that, and its own from when it begins.
      const announce = this.#watch.busy;
      const neverBegan = () => call.reject(busy(patienceMs));
      let timer: NodeJS.Timeout | undefined;
      const onAbort = () => {
        // Answered once the isolate has taken note, so that the engine can tell a patient plugin from a stuck one.
        const stopped = () => call.reject(new SecAgentError('stopped', 'stopped'));
        this.send({ t: 'abort', id }, 200).then(stopped, stopped);
      };
      const call: Call = {
        began() {
          if (deadlineMs <= 0) return;
          clearTimeout(timer);
          const waited = performance.now() - asked;
          timer = setTimeout(tooLate, Math.min(deadlineMs + 50, deadlineMs + BUSY_PATIENCE_MS - waited));
        },
        resolve(value) {
          settle();
          resolve(value);
        },
        reject(error) {
          settle();
          reject(error);
        },
      };
      this.#calls.set(id, call);
      this.send({ t: 'call', id, kind, params, announce }, deadlineMs).catch((error) => {
        if (isTimeout(error)) call.reject(deadlineExceeded(deadlineMs));
        else this.#events.unhandled(error);
      });
      // After that: the isolate is at work meanwhile.
      signal?.addEventListener('abort', onAbort, { once: true });
      if (deadlineMs > 0)
        timer = announce ? setTimeout(neverBegan, patienceMs) : setTimeout(tooLate, deadlineMs + 50);
    });
  }

  /** Settles when the guest has run what this message started, up to where it waits; rejects with what nobody handled. */
  async send(message: ToGuest, timeoutMs: number, bytes?: Uint8Array): Promise<void> {
    const buffer =
      bytes && (bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
    const json = JSON.stringify(message);
    await this.track(timeoutMs, (timeout) =>
      this.#dispatch.apply(undefined, [json, buffer], {
        ...timeout,
        arguments: { copy: true },
        result: { copy: true },
      }),
    );
  }

  /** Runs guest code under a time limit (0: none) and notices when it gets stuck beyond it, or the isolate is lost. */
  async track<T>(timeoutMs: number, run: (timeout: { timeout?: number }) => Promise<T>): Promise<T> {
    const done = this.#watch.begin(timeoutMs);
    try {
      return await run(timeoutMs > 0 ? { timeout: Math.ceil(timeoutMs) } : {});
    } catch (error) {
      if (this.isolate.isDisposed) this.#events.fatal(this.#outOfMemory);
      throw error;
    } finally {
      done();
    }
  }

  #receive(json: unknown, attached: unknown): void {
    this.#giveCredit(costOf(json) + costOf(attached));
    let message: FromGuest;
    try {
      message = readGuestMessage(json);
    } catch (error) {
      this.#refuse(json, error);
      return;
    }
    if (message.t === 'began') this.#calls.get(message.id)?.began();
    else if (message.t !== 'result') {
      this.#events.message(message, attachmentOf(attached));
    } else if (message.e) this.#calls.get(message.id)?.reject(errorFromGuest(message.e));
    else this.#calls.get(message.id)?.resolve(message.v);
  }

  #refuse(json: unknown, error: unknown): void {
    const about = idOf(json);
    if (about?.t === 'result') {
      const { code, message } = toErrorInfo(error);
      this.#calls
        .get(about.id)
        ?.reject(new SecAgentError(code === 'message_too_large' ? code : 'tool_result_invalid', message));
    } else if (about?.t === 'request') {
      this.send({ t: 'reply', id: about.id, e: errorToGuest(error) }, 1_000).catch((later) =>
        this.#events.unhandled(later),
      );
    } else this.#events.unhandled(error);
  }

  #giveCredit(bytes: number): void {
    this.#taken += bytes + 4_096;
    if (this.#taken < this.#credit / 8) return;
    const given = this.#taken;
    this.#taken = 0;
    this.send({ t: 'credit', bytes: given }, 1_000).catch((error) => this.#events.unhandled(error));
  }

  #readFile(path: unknown, asText: unknown): ArrayBuffer | string | null {
    const content = this.#events.readFile(String(path), asText === true);
    if (!(content instanceof Uint8Array)) return content;
    return content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength) as ArrayBuffer;
  }

  /** Never throws: an exception would carry this process's paths into the guest. */
  #answer(json: unknown): string {
    try {
      const { question, params } = readGuestMessage(json) as unknown as {
        question: keyof GuestQuestions;
        params: never;
      };
      return JSON.stringify({ v: this.#events.answer(question, params) });
    } catch (error) {
      return JSON.stringify({ e: errorToGuest(error) });
    }
  }
}

const outOfMemory = (memoryMb: number) => `the plugin ran out of memory (its limit is ${memoryMb} MB)`;

/** What the guest has paid for it (prelude/channel.ts). */
function costOf(part: unknown): number {
  if (typeof part === 'string') return part.length * 2;
  return part instanceof Uint8Array ? part.buffer.byteLength : 0;
}

function attachmentOf(part: unknown): Uint8Array | undefined {
  if (typeof part === 'string') return Buffer.from(part, 'utf8');
  return part instanceof Uint8Array ? part : undefined;
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === TIMED_OUT;
}

export function deadlineExceeded(ms: number): SecAgentError {
  return new SecAgentError('deadline_exceeded', `took longer than ${ms / 1_000} s`);
}

/** The isolate was at work on something else all the while. */
function busy(ms: number): SecAgentError {
  const message = `did not begin within ${ms / 1_000} s: the plugin was busy with something else`;
  return new SecAgentError('deadline_exceeded', message, { busy: true });
}

/** Codes cross, stacks and details that could hold paths of this computer do not. */
export function errorToGuest(error: unknown): WireError {
  if (!(error instanceof SecAgentError))
    return { name: 'Error', code: 'internal', message: 'the host failed' };
  const name = error.code.startsWith('fetch_') ? 'TypeError' : 'Error';
  return { name, code: error.code, message: error.message };
}

/** Codes a guest may give its errors; with any other it is the tool's own failure. */
const GUEST_CODES: readonly ErrorCode[] = [
  'tool_unknown',
  'tool_arguments_invalid',
  'tool_result_invalid',
  'permission_missing',
  'invalid_argument',
  'quota_exceeded',
  'message_too_large',
  'skill_invalid',
  'preview_failed',
  'settings_page_unknown',
  'fetch_refused',
  'fetch_failed',
  'config_conflict',
  'plugin_load_failed',
  'plugin_import_unsupported',
];

function errorFromGuest(wire: WireError): SecAgentError {
  const code = GUEST_CODES.find((known) => known === wire.code);
  const message = String(wire.message).slice(0, 16_384);
  const details = typeof wire.details === 'object' && wire.details !== null ? wire.details : undefined;
  return new SecAgentError(
    code ?? 'tool_failed',
    code || wire.name === 'Error' ? message : `${wire.name}: ${message}`,
    details,
  );
}

function freshRandomBytes(count: unknown): ArrayBuffer {
  const size = typeof count === 'number' && count > 0 ? Math.min(Math.trunc(count), MAX_RANDOM_BYTES) : 0;
  const bytes = randomBytes(size);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + size) as ArrayBuffer;
}
