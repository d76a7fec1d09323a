/** Carries whole messages between two processes, in order. One file per kind of pipe. */
export interface Transport {
  send(message: WireMessage, attachment?: Uint8Array): void;
  /** Called once; messages that arrived before are delivered then. */
  receive(
    /** `bytes`: size of the message, where the transport counts */
    onMessage: (message: unknown, attachment?: Uint8Array, bytes?: number) => void,
    /** `violation`: what arrived broke the transport's rules */
    onClose: (reason: string, violation?: boolean) => void,
  ): void;
  close(): void;
}

/** The five things that cross (DESIGN §3). `id` is chosen by the requester and never reused. */
export type WireMessage =
  | { t: 'request'; id: number; method: string; params: unknown }
  | { t: 'response'; id: number; result?: unknown; error?: unknown }
  | { t: 'cancel'; id: number }
  | { t: 'notify'; method: string; params: unknown }
  | { t: 'stream'; id: number; chunk: unknown };
