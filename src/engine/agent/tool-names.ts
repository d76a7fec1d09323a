import { createHash } from 'node:crypto';

const MAX_LENGTH = 64;
/** 64 bits: a plugin can't make a second key with the same name on purpose (ATTACKS 15). */
const HASH_LENGTH = 16;

/**
 * The name under which a tool is offered to a model (S9): its key where that fits `[a-zA-Z0-9_-]{1,64}` and begins
 * with a letter or `_`, as Gemini and Kimi want it, else the key sanitised, shortened and given a hash of the whole. The same key always gets the same name, and two keys
 * never share one, so names in old messages still fit.
 */
export function offeredName(key: string): string {
  if (/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(key)) return key;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH);
  const readable = key
    .replace(/[^a-zA-Z0-9_-]/g, '_')
    .replace(/^(?![a-zA-Z_])/, '_')
    .slice(0, MAX_LENGTH - HASH_LENGTH - 1);
  return `${readable}_${hash}`;
}
