/** EventTarget, AbortController and AbortSignal with reason, timeout and any; signals are all the events there are here. */

type Listener = ((event: GuestEvent) => void) | { handleEvent(event: GuestEvent): void };

class GuestEvent {
  readonly type: string;
  target: unknown = null;
  currentTarget: unknown = null;
  defaultPrevented = false;
  readonly timeStamp = Date.now();
  constructor(type: string) {
    this.type = String(type);
  }
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

class GuestEventTarget {
  /** made when there is one: every call has a signal, and few are listened to */
  #listeners: Map<string, Map<Listener, boolean>> | null = null;

  addEventListener(type: string, listener: Listener | null, options?: boolean | { once?: boolean }): void {
    if (!listener) return;
    const once = typeof options === 'object' && options?.once === true;
    this.#listeners ??= new Map();
    const listeners = this.#listeners.get(type) ?? new Map<Listener, boolean>();
    if (!listeners.has(listener)) listeners.set(listener, once);
    this.#listeners.set(type, listeners);
  }

  removeEventListener(type: string, listener: Listener | null): void {
    if (listener) this.#listeners?.get(type)?.delete(listener);
  }

  dispatchEvent(event: GuestEvent): boolean {
    event.target = this;
    event.currentTarget = this;
    for (const [listener, once] of [...(this.#listeners?.get(event.type) ?? [])]) {
      if (once) this.removeEventListener(event.type, listener);
      try {
        if (typeof listener === 'function') listener.call(this, event);
        else listener.handleEvent(event);
      } catch (error) {
        console.error(error); // as a browser does: one listener's error stops no other
      }
    }
    return !event.defaultPrevented;
  }
}

const KEY = Symbol('AbortSignal');

class GuestAbortSignal extends GuestEventTarget {
  #aborted = false;
  #reason: unknown;
  onabort: ((event: GuestEvent) => void) | null = null;

  constructor(key?: symbol) {
    super();
    if (key !== KEY) throw new TypeError('Illegal constructor');
  }

  get aborted(): boolean {
    return this.#aborted;
  }
  get reason(): unknown {
    return this.#reason;
  }
  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }

  static abort(reason?: unknown): GuestAbortSignal {
    const signal = new GuestAbortSignal(KEY);
    signal._abort(reason);
    return signal;
  }
  static timeout(ms: number): GuestAbortSignal {
    const signal = new GuestAbortSignal(KEY);
    const timer = setTimeout(
      () => signal._abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      ms,
    );
    (timer as unknown as { unref(): void }).unref();
    return signal;
  }
  static any(signals: Iterable<GuestAbortSignal>): GuestAbortSignal {
    const sources = [...signals];
    const signal = new GuestAbortSignal(KEY);
    const aborted = sources.find((source) => source.aborted);
    if (aborted) signal._abort(aborted.reason);
    else
      for (const source of sources)
        source.addEventListener('abort', () => signal._abort(source.reason), { once: true });
    return signal;
  }

  /** @internal */
  _abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason =
      reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
    const event = new GuestEvent('abort');
    this.onabort?.call(this, event);
    this.dispatchEvent(event);
  }
}
Object.defineProperty(GuestAbortSignal.prototype, '_abort', { enumerable: false });

class GuestAbortController {
  readonly signal = new GuestAbortSignal(KEY);
  abort(reason?: unknown): void {
    this.signal._abort(reason);
  }
}

export function installAbort(define: (name: string, value: unknown) => void): void {
  const named = {
    Event: GuestEvent,
    EventTarget: GuestEventTarget,
    AbortSignal: GuestAbortSignal,
    AbortController: GuestAbortController,
  };
  for (const [name, value] of Object.entries(named)) {
    Object.defineProperty(value, 'name', { value: name });
    Object.defineProperty(value.prototype, Symbol.toStringTag, { value: name, configurable: true });
    define(name, value);
  }
}
