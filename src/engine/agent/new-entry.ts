import { randomUUID } from 'node:crypto';
import type { Entry } from '../../shared/sessions';

type WithoutBase<T> = T extends unknown ? Omit<T, 'id' | 'turnId' | 'createdAt'> : never;

/** An entry of this turn, made now. */
export function newEntry<T extends WithoutBase<Entry>>(turnId: string, content: T) {
  return { id: randomUUID(), turnId, createdAt: Date.now(), ...content };
}
