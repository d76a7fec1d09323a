import { isOwnSecret } from '../../shared/own-secrets';

const MAX_ADDRESSES = 100;
const MAX_LENGTH = 2_048;
/** Addresses that are secrets themselves: whoever has a web hook may post to it. */
const SECRET_NAME = /HOOK|SIGNED|TOKEN|SECRET|PASS|BOT|INCOMING|(?:^|_)(?:API_?)?KEY(?:_|$)/;
/** a part of a path that looks like one: long, or of digits and letters mixed */
const SECRET_PART = /\/(?:[^/]{32,}|(?=[^/]*\d)(?=[^/]*[A-Za-z])[\w:-]{16,})(?:\/|$)/;

/**
 * What a plugin finds in `process.env` (S20): addresses (`*_URL`, http or https, without anything that could be a credential)
 * and the names its manifest lists, to which somebody agreed. Never what SecAgent itself keeps there.
 */
export function pluginEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  listed: readonly string[],
): Record<string, string> {
  const chosen: Record<string, string> = {};
  const addresses = Object.keys(env).filter((name) => isAddress(name, env[name]));
  for (const name of [...listed, ...addresses.sort().slice(0, MAX_ADDRESSES)]) {
    const value = env[name];
    if (value !== undefined && value.length <= MAX_LENGTH && !isOwnSecret(name)) chosen[name] = value;
  }
  return chosen;
}

function isAddress(name: string, value: string | undefined): boolean {
  if (!/^[A-Z][A-Z0-9_]*_URL$/.test(name) || SECRET_NAME.test(name)) return false;
  const url = value !== undefined && URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return false;
  if (SECRET_PART.test(url.pathname)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}
