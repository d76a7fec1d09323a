import type { Transport } from './transport';

/** The part of `process` and of `ChildProcess` this needs; both ends have it when spawned with an `ipc` channel. */
interface IpcEndpoint {
  send?(message: unknown, callback?: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
  disconnect?(): void;
  connected?: boolean;
}

/** Node's IPC channel, between processes that trust each other (main ⇄ engine). Carries no attachments. */
export function ipcTransport(endpoint: IpcEndpoint): Transport {
  return {
    send(message) {
      // A peer that is gone shows up as `disconnect`; the failed send itself needs no second report.
      if (endpoint.connected) endpoint.send?.(message, () => undefined);
    },
    receive(onMessage, onClose) {
      endpoint.on('message', (message) => onMessage(message));
      endpoint.on('disconnect', () => onClose('disconnected'));
    },
    close() {
      if (endpoint.connected) endpoint.disconnect?.();
    },
  };
}
