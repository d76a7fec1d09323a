import { apiLimits } from '../../plugin-api/limits';
import { tokenBucket } from '../../shared/token-bucket';
import type { BootData, FromGuest, GuestQuestions, WireError } from '../guest-protocol';
import { fromWire, pluginError } from './errors';

/** The host's side of the wall: plain functions that copy what they are given. They never leave this file. */
export interface HostFunctions {
  post(json: string, bytes?: Uint8Array): void;
  ask(json: string): string;
}

export interface Reply {
  value: unknown;
  bytes: ArrayBuffer | undefined;
}

/** How the rest of the prelude talks to the process. */
export interface Channel {
  /** Throws `quota_exceeded` when too much is on its way already. */
  notice(method: string, params: unknown): void;
  request(method: string, params: unknown, bytes?: Uint8Array, signal?: AbortSignal): Promise<Reply>;
  ask<Q extends keyof GuestQuestions>(
    question: Q,
    params: GuestQuestions[Q]['params'],
  ): GuestQuestions[Q]['result'];
  /** an answer always passes: the engine bounds how many calls run at once */
  result(id: number, outcome: { v?: unknown; e?: WireError }): void;
  /** false when it was dropped for lack of credit */
  log(level: string, text: string): boolean;
  wake(ms: number): void;
  loaded(id: number): void;
  onReply(id: number, outcome: { v?: unknown; e?: WireError }, bytes: ArrayBuffer | undefined): void;
  onCredit(bytes: number): void;
}

const { stringify, parse } = JSON;
const MESSAGE_COST = 4096;
const FORBIDDEN = /^(?:__proto__|constructor|prototype)$/;

/**
 * The one way out. Posted messages wait in the process's queue, outside this heap's limit, so they are paid
 * for from a credit that the process gives back as it takes them (ATTACKS 4, 6).
 */
export function openChannel(host: HostFunctions, boot: BootData): Channel {
  const { post, ask } = host;
  const pending = new Map<number, { resolve(reply: Reply): void; reject(error: unknown): void }>();
  const mayNotify = tokenBucket(apiLimits.noticesPerSecond, apiLimits.noticesBurst);
  let credit = boot.credit;
  let lastId = 0;

  const send = (message: FromGuest, bytes?: Uint8Array, always = false): boolean => {
    const json = toJson(message);
    const cost = json.length * 2 + (bytes ? bytes.byteLength : 0) + MESSAGE_COST;
    if (cost > credit && !always) return false;
    credit -= cost;
    post(json, bytes);
    return true;
  };
  const mustSend = (message: FromGuest, bytes?: Uint8Array): void => {
    if (!send(message, bytes)) {
      throw pluginError('quota_exceeded', 'too many calls to the host at once; wait for the earlier ones');
    }
  };

  return {
    notice(method, params) {
      if (!mayNotify())
        throw pluginError('quota_exceeded', 'too many registrations or status messages; wait a moment');
      mustSend({ t: 'notice', method, params });
    },
    request(method, params, bytes, signal) {
      if (pending.size >= apiLimits.pendingRequests) {
        return Promise.reject(
          pluginError(
            'quota_exceeded',
            `more than ${apiLimits.pendingRequests} calls to the host wait for an answer`,
          ),
        );
      }
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        mustSend({ t: 'request', id, method, params }, bytes);
        const onAbort = () => {
          if (!pending.delete(id)) return;
          send({ t: 'cancel', id }, undefined, true);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort);
        const done = () => signal?.removeEventListener('abort', onAbort);
        pending.set(id, {
          resolve(reply) {
            done();
            resolve(reply);
          },
          reject(error) {
            done();
            reject(error);
          },
        });
      });
    },
    ask(question, params) {
      const answer = parse(ask(toJson({ question, params })));
      if (answer.e) throw fromWire(answer.e);
      return answer.v;
    },
    result(id, outcome) {
      send({ t: 'result', id, ...outcome }, undefined, true);
    },
    log: (level, text) => send({ t: 'log', level, text }),
    wake: (ms) => void send({ t: 'wake', ms }, undefined, true),
    loaded: (id) => void send({ t: 'loaded', id }, undefined, true),
    onReply(id, outcome, bytes) {
      const waiting = pending.get(id);
      pending.delete(id);
      if (outcome.e) waiting?.reject(fromWire(outcome.e));
      else waiting?.resolve({ value: outcome.v, bytes });
    },
    onCredit(bytes) {
      credit += bytes;
    },
  };
}

/** JSON of a value that may cross: throws `invalid_argument` for keys that reach prototypes (ATTACKS 1). */
export function toJson(value: unknown): string {
  return stringify(value, (key, inner) => {
    if (FORBIDDEN.test(key)) throw pluginError('invalid_argument', `the key "${key}" is refused`);
    return inner;
  });
}
