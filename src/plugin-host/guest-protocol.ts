import type { Deadlines, StoredConfig } from '../shared/host-contract';

/**
 * What crosses the wall between the isolate and its process: JSON texts in both directions, one function each way,
 * bytes beside them. Types only; both sides import them.
 */

/** An error as it crosses; rebuilt on the other side so that `instanceof Error` holds there. */
export interface WireError {
  name: string;
  message: string;
  code?: string;
  details?: Record<string, unknown>;
}

export type FromGuest =
  /** answer to a call */
  | { t: 'result'; id: number; v?: unknown; e?: WireError }
  /** a call that had to wait for its turn has begun */
  | { t: 'began'; id: number }
  | { t: 'request'; id: number; method: string; params: unknown }
  | { t: 'cancel'; id: number }
  | { t: 'notice'; method: string; params: unknown }
  | { t: 'log'; level: string; text: string }
  /** the earliest timer is due in `ms`; replaces the previous wish */
  | { t: 'wake'; ms: number }
  /** a module asked for with import(), or the entry module, is evaluated */
  | { t: 'loaded'; id: number };

export type ToGuest =
  /** `announce`: say `began` */
  | { t: 'call'; id: number; kind: CallKind; params: unknown; announce: boolean }
  | { t: 'abort'; id: number }
  | { t: 'reply'; id: number; v?: unknown; e?: WireError }
  | { t: 'wake' }
  | { t: 'credit'; bytes: number }
  | { t: 'config'; config: StoredConfig };

export type CallKind =
  | 'activate'
  | 'tool'
  | 'matchSkills'
  | 'matchRules'
  | 'rule'
  | 'prompt'
  | 'matchPreRule'
  | 'renderPreRule'
  | 'settings'
  | 'dispose';

/** Questions answered at once, while the guest waits: registerSkill and node:fs return synchronously (S13, S20). */
export interface GuestQuestions {
  skill: { params: { path: string }; result: { folder: string; description: string; entry: string } };
  /** null when it is not there */
  fileKind: { params: { path: string }; result: FileKind | null };
  listFolder: { params: { path: string }; result: ({ name: string } & FileKind)[] };
  /** fails with the reason */
  whyUnreadable: { params: { path: string }; result: never };
}

export interface FileKind {
  kind: 'file' | 'directory';
  bytes: number;
  /** ms since the epoch */
  modifiedAt: number;
}

export interface BootData {
  plugin: { id: string; version: string };
  permissions: string[];
  config: StoredConfig;
  deadlines: Deadlines;
  env: Record<string, string>;
  /** bytes of messages that may be on their way to the process at once */
  credit: number;
}
