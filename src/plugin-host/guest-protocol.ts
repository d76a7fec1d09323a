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

export type CallKind = 'activate' | 'tool' | 'matchSkills' | 'matchRules' | 'rule' | 'prompt' | 'dispose';

/** Questions answered at once, while the guest waits (registerSkill returns its path synchronously, S13). */
export interface GuestQuestions {
  skill: { params: { path: string }; result: { folder: string; description: string; entry: string } };
}

export interface BootData {
  plugin: { id: string; version: string };
  permissions: string[];
  config: StoredConfig;
  deadlines: Deadlines;
  /** bytes of messages that may be on their way to the process at once */
  credit: number;
}
