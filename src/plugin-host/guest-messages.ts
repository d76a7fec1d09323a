import { jsonDepthExceeds } from '../rpc';
import { SecAgentError } from '../shared/errors';
import { findForbiddenKey } from '../shared/forbidden-keys';
import type { FromGuest } from './guest-protocol';

const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_DEPTH = 60;

/**
 * Reads what the guest posted: size and depth before parsing (ATTACKS 14), refused keys after (ATTACKS 1). The prelude
 * checks as well, for the plugin's sake; this is for a guest that got round it.
 */
export function readGuestMessage(json: unknown): FromGuest {
  if (typeof json !== 'string') throw new SecAgentError('params_invalid', 'not a text');
  if (json.length > MAX_CHARACTERS) throw new SecAgentError('message_too_large', 'the value is over 4 MiB');
  if (jsonDepthExceeds(Buffer.from(json), MAX_DEPTH)) {
    throw new SecAgentError('message_too_large', `the value is nested deeper than ${MAX_DEPTH} levels`);
  }
  const message = JSON.parse(json) as FromGuest;
  const key = findForbiddenKey(message);
  if (key !== null) throw new SecAgentError('invalid_argument', `the key "${key}" is refused`);
  return message;
}

/** The id of a message that could not be read, so that its call or request can be told. */
export function idOf(json: unknown): { t: 'result' | 'request'; id: number } | null {
  const match = typeof json === 'string' ? /^\{"t":"(result|request)","id":(\d{1,15})\b/.exec(json) : null;
  return match ? { t: match[1] as 'result' | 'request', id: Number(match[2]) } : null;
}
