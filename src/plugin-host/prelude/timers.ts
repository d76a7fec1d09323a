import type { Channel } from './channel';

interface Timer {
  id: number;
  due: number;
  every: number | null;
  run: () => void;
}

/**
 * setTimeout and friends. The process keeps a single real timer, set to the earliest of these: a million timers
 * cost this isolate's heap and nothing outside it.
 */
export function installTimers(
  define: (name: string, value: unknown) => void,
): (channel: Channel) => { fire(): void; clear(): void } {
  const timers = new Map<number, Timer>();
  let channel: Channel | null = null;
  let lastId = 0;
  let wakeAt = Number.POSITIVE_INFINITY;

  const plan = () => {
    let earliest = Number.POSITIVE_INFINITY;
    for (const timer of timers.values()) if (timer.due < earliest) earliest = timer.due;
    if (earliest === wakeAt || earliest === Number.POSITIVE_INFINITY) return;
    wakeAt = earliest;
    channel?.wake(Math.max(1, earliest - Date.now()));
  };

  const set = (handler: unknown, delay: unknown, args: unknown[], repeat: boolean): TimerHandle => {
    if (typeof handler !== 'function') throw new TypeError('The "callback" argument must be a function');
    const ms = Math.min(Math.max(1, Math.trunc(Number(delay)) || 1), 2 ** 31 - 1);
    const id = ++lastId;
    const due = Date.now() + ms;
    timers.set(id, { id, due, every: repeat ? ms : null, run: () => handler(...args) });
    if (due < wakeAt) {
      wakeAt = due;
      channel?.wake(ms);
    }
    return new TimerHandle(id);
  };
  const clear = (handle: unknown) => {
    timers.delete(handle instanceof TimerHandle ? Number(handle) : Number(handle));
  };

  define('setTimeout', function setTimeout(handler: unknown, ms?: unknown, ...args: unknown[]) {
    return set(handler, ms, args, false);
  });
  define('setInterval', function setInterval(handler: unknown, ms?: unknown, ...args: unknown[]) {
    return set(handler, ms, args, true);
  });
  define('setImmediate', function setImmediate(handler: unknown, ...args: unknown[]) {
    return set(handler, 1, args, false);
  });
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) {
    define(name, { [name]: (handle: unknown) => clear(handle) }[name]);
  }

  return (opened) => {
    channel = opened;
    return {
      fire() {
        wakeAt = Number.POSITIVE_INFINITY;
        const now = Date.now();
        const due = [...timers.values()]
          .filter((timer) => timer.due <= now)
          .sort((a, b) => a.due - b.due || a.id - b.id);
        // Planned first: a callback that loops until it is stopped must not stop the others for good.
        for (const timer of due) {
          if (timer.every === null) continue;
          timer.due = now + timer.every;
        }
        for (const timer of due) if (timer.every === null) timer.due = now + 1;
        plan();
        for (const timer of due) {
          if (!timers.has(timer.id)) continue; // cleared by one before it
          if (timer.every === null) timers.delete(timer.id);
          try {
            timer.run();
          } catch (error) {
            console.error('Uncaught', error);
          }
        }
        wakeAt = Number.POSITIVE_INFINITY;
        plan();
      },
      clear: () => timers.clear(),
    };
  };
}

/** What Node's timers return: a number where one is wanted, with ref and unref (a plugin's process lives on its own anyway). */
class TimerHandle {
  readonly #id: number;
  #ref = true;
  constructor(id: number) {
    this.#id = id;
  }
  ref(): this {
    this.#ref = true;
    return this;
  }
  unref(): this {
    this.#ref = false;
    return this;
  }
  hasRef(): boolean {
    return this.#ref;
  }
  [Symbol.toPrimitive](): number {
    return this.#id;
  }
}
Object.defineProperty(TimerHandle, 'name', { value: 'Timeout' });
