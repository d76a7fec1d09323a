import type { Channel } from './channel';
import { max, min, now, promiseThen, resolved, trunc } from './intrinsics';

interface Timer {
  id: number;
  due: number;
  every: number | null;
  run: () => void;
}

const NEVER = Number.POSITIVE_INFINITY;
/** Each wish replaces the one before; a loop that sets ever earlier timers must not send all of them (ATTACKS 6). */
const WAKES_PER_TURN = 8;

/**
 * setTimeout and friends. The process keeps a single real timer, set to the earliest of these: a million timers
 * cost this isolate's heap and nothing outside it.
 */
export function installTimers(
  define: (name: string, value: unknown) => void,
): (channel: Channel) => { beginTurn(): void; fire(): void; clear(): void } {
  const timers = new Map<number, Timer>();
  let channel: Channel | null = null;
  let lastId = 0;
  let wakeAt = NEVER;
  let wakesThisTurn = 0;
  /** the process has not been told of the earliest timer: too many wishes at once, or nothing to pay for one */
  let owed = false;
  let planned = false;

  const wake = (at: number) => {
    if (wakesThisTurn < WAKES_PER_TURN && channel?.wake(max(1, at - now()))) {
      wakesThisTurn++;
      wakeAt = at;
    } else {
      owed = true;
      planAtEndOfTurn();
    }
  };
  const plan = () => {
    let earliest = NEVER;
    for (const timer of timers.values()) if (timer.due < earliest) earliest = timer.due;
    owed = false;
    if (earliest !== wakeAt && earliest !== NEVER) wake(earliest);
  };
  const beginTurn = () => {
    wakesThisTurn = 0;
    planned = false; // what was planned may have been stopped before its end
    if (owed) plan();
  };
  const planAtEndOfTurn = () => {
    if (planned || wakesThisTurn < WAKES_PER_TURN) return;
    planned = true;
    void promiseThen(resolved, beginTurn);
  };

  const set = (handler: unknown, delay: unknown, args: unknown[], repeat: boolean): TimerHandle => {
    if (typeof handler !== 'function') throw new TypeError('The "callback" argument must be a function');
    const ms = min(max(1, trunc(Number(delay)) || 1), 2 ** 31 - 1);
    const id = ++lastId;
    const due = now() + ms;
    timers.set(id, { id, due, every: repeat ? ms : null, run: () => handler(...args) });
    if (due < wakeAt) wake(due);
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
      beginTurn,
      fire() {
        wakeAt = NEVER;
        const at = now();
        const due = [...timers.values()]
          .filter((timer) => timer.due <= at)
          .sort((a, b) => a.due - b.due || a.id - b.id);
        // Planned first: a callback that loops until it is stopped must not stop the others for good.
        for (const timer of due) {
          if (timer.every === null) continue;
          timer.due = at + timer.every;
        }
        for (const timer of due) if (timer.every === null) timer.due = at + 1;
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
        wakeAt = NEVER;
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
