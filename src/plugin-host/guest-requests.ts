import { apiLimits } from '../plugin-api/limits';
import type { Peer } from '../rpc';
import { SecAgentError } from '../shared/errors';
import { tokenBucket } from '../shared/token-bucket';
import type { FromGuest } from './guest-protocol';
import { errorToGuest, type Sandbox } from './sandbox';

const ENGINE_METHODS = ['fetch', 'setConfig', 'savePreview'];

/** What the guest asks of the engine, passed on and answered; bytes travel beside the JSON. */
export function passRequests(peer: Peer, replyDeadlineMs: number, failed: (error: unknown) => void) {
  const allows = tokenBucket(apiLimits.requestsPerSecond, apiLimits.requestsBurst);
  const pending = new Map<number, AbortController>();
  return {
    start(
      sandbox: Sandbox,
      { id, method, params }: Extract<FromGuest, { t: 'request' }>,
      bytes: Uint8Array | undefined,
    ): void {
      if (!ENGINE_METHODS.includes(method) || pending.has(id) || pending.size >= apiLimits.pendingRequests)
        return;
      if (!allows()) {
        const error = new SecAgentError('quota_exceeded', 'too many requests; wait a moment');
        sandbox.send({ t: 'reply', id, e: errorToGuest(error) }, replyDeadlineMs).catch(failed);
        return;
      }
      const controller = new AbortController();
      pending.set(id, controller);
      let attachment: Uint8Array | undefined;
      const onAttachment = (received: Uint8Array) => {
        attachment = received;
      };
      peer
        .request(method, params, { attachment: bytes, signal: controller.signal, onAttachment })
        .then(
          (v) => sandbox.send({ t: 'reply', id, v }, replyDeadlineMs, attachment),
          (error) => sandbox.send({ t: 'reply', id, e: errorToGuest(error) }, replyDeadlineMs),
        )
        .catch(failed)
        .finally(() => pending.delete(id));
    },
    cancel: (id: number) => pending.get(id)?.abort(),
  };
}
