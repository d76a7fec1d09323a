import { apiLimits } from '../../plugin-api/limits';
import { tokenBucket } from '../../shared/token-bucket';
import type { BootData, FromGuest, GuestQuestions, WireError } from '../guest-protocol';
import { fromWire, pluginError } from './errors';
import { bufferBytes, includesText, parse, safeMap, stringify, utf8Bytes } from './intrinsics';

/** The host's side of the wall: plain functions that copy what they are given. They never leave this file. */
/** What travels beside a message: bytes, or text that the process makes into UTF-8. */
export type Attachment = Uint8Array | string;

export interface HostFunctions {
  post(json: string, attachment?: Attachment): void;
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
  request(method: string, params: unknown, attachment?: Attachment, signal?: AbortSignal): Promise<Reply>;
  ask<Q extends keyof GuestQuestions>(
    question: Q,
    params: GuestQuestions[Q]['params'],
  ): GuestQuestions[Q]['result'];
  /** the call has begun; it had to wait for something else */
  began(id: number): void;
  /** Throws when the value cannot cross, or too much is on its way; then `failed` still can be said. */
  result(id: number, outcome: { v?: unknown; e?: WireError }): void;
  failed(id: number, error: { code: string; message: string }): void;
  /** false when it was dropped for lack of credit */
  log(level: string, text: string): boolean;
  wake(ms: number): boolean;
  loaded(id: number): void;
  onReply(id: number, outcome: { v?: unknown; e?: WireError }, bytes: ArrayBuffer | undefined): void;
  onCredit(bytes: number): void;
}

const MESSAGE_COST = 4096;
/** characters of one message; the process refuses more (ATTACKS 14) */
const MAX_CHARACTERS = 4 * 1024 * 1024;
const SMALL_RESULT = 16 * 1024;

/**
 * The one way out. Posted messages wait in the process's queue, outside this heap's limit, so all of them are paid
 * for from a credit that the process gives back as it takes them (ATTACKS 4, 6). Only small ones go out when nothing
 * is left, each at most once for a call of the engine or a request that was paid for.
 */
export function openChannel(host: HostFunctions, boot: BootData): Channel {
  const { post, ask } = host;
  const pending = safeMap<number, { resolve(reply: Reply): void; reject(error: unknown): void }>();
  const mayNotify = tokenBucket(apiLimits.noticesPerSecond, apiLimits.noticesBurst);
  const mayNotifyBytes = tokenBucket(apiLimits.noticeBytesPerSecond, apiLimits.noticeBytesBurst);
  let credit = boot.credit;
  let lastId = 0;

  const sendJson = (json: string, attachment?: Attachment, owed = false): boolean => {
    const cost = json.length * 2 + attachmentCost(attachment) + MESSAGE_COST;
    if (cost > credit && !owed) return false;
    credit -= cost;
    post(json, attachment);
    return true;
  };
  const send = (message: FromGuest): boolean => sendJson(toJson(message));
  const sendOwed = (message: FromGuest): void => void sendJson(toJson(message), undefined, true);
  const mustSend = (json: string, attachment?: Attachment): void => {
    if (!sendJson(json, attachment)) {
      throw pluginError('quota_exceeded', 'too many calls to the host at once; wait for the earlier ones');
    }
  };

  return {
    notice(method, params) {
      const json = toJson({ t: 'notice', method, params });
      if (!mayNotify() || !mayNotifyBytes(utf8Bytes(json)))
        throw pluginError('quota_exceeded', 'too many registrations or status messages; wait a moment');
      mustSend(json);
    },
    request(method, params, attachment, signal) {
      if (pending.size() >= apiLimits.pendingRequests) {
        return Promise.reject(
          pluginError(
            'quota_exceeded',
            `more than ${apiLimits.pendingRequests} calls to the host wait for an answer`,
          ),
        );
      }
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        mustSend(toJson({ t: 'request', id, method, params }), attachment);
        const onAbort = () => {
          if (!pending.delete(id)) return;
          sendOwed({ t: 'cancel', id });
          reject(signal?.reason);
        };
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
        signal?.addEventListener('abort', onAbort);
      });
    },
    ask(question, params) {
      const answer = parse(ask(toJson({ question, params })));
      if (answer.e) throw fromWire(answer.e);
      return answer.v;
    },
    began: (id) => sendOwed({ t: 'began', id }),
    result(id, outcome) {
      const json = toJson({ t: 'result', id, ...outcome });
      if (json.length > MAX_CHARACTERS) throw pluginError('message_too_large', 'the value is over 4 MiB');
      // A small one is owed to the call that asked for it, also when the plugin has just used its credit up.
      const owed = json.length <= SMALL_RESULT;
      if (!sendJson(json, undefined, owed))
        throw pluginError('quota_exceeded', 'too many large results at once');
    },
    failed: (id, error) => sendOwed({ t: 'result', id, e: { name: 'Error', ...error } }),
    log: (level, text) => send({ t: 'log', level, text }),
    wake: (ms) => send({ t: 'wake', ms }),
    loaded: (id) => sendOwed({ t: 'loaded', id }),
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

function attachmentCost(attachment: Attachment | undefined): number {
  if (attachment === undefined) return 0;
  return typeof attachment === 'string' ? attachment.length * 2 : bufferBytes(attachment);
}

/** JSON of a value that may cross: throws `invalid_argument` for keys that reach prototypes (ATTACKS 1). */
export function toJson(value: unknown): string {
  const json = stringify(value);
  // Asked key by key only when one of them is in the text at all: that takes many times as long.
  if (!mayHoldRefusedKey(json)) return json;
  return stringify(value, (key, inner) => {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype')
      throw pluginError('invalid_argument', `the key "${key}" is refused`);
    return inner;
  });
}

/** @param json undefined for what has none, such as a function */
function mayHoldRefusedKey(json: string | undefined): boolean {
  if (json === undefined) return false;
  return (
    includesText(json, '"__proto__"') ||
    includesText(json, '"constructor"') ||
    includesText(json, '"prototype"')
  );
}
