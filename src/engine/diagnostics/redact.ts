import { homedir, userInfo } from 'node:os';

/** What looks like a key or a password wherever it stands; the value goes, the word before it stays. */
const patterns: readonly [RegExp, string][] = [
  // user:password@ in an address
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:"']+(?::[^\s/@"']*)?@/gi, '$1[removed]@'],
  [/\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)?\s*)[^\s"',;]+/gi, '$1[removed]'],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [removed]'],
  [
    /((?:api[-_ ]?key|x-api-key|secret|token|password|passwd|pwd|credential|cookie)s?["']?\s*[:=]\s*["']?)[^\s"',;&)}\]]{3,}/gi,
    '$1[removed]',
  ],
  [/\b(?:sk|pk|rk|ak|key|ghp|gho|ghs|github_pat|xox[abprs]|glpat|hf)[-_][A-Za-z0-9_-]{8,}/g, '[removed]'],
  [/\bAIza[A-Za-z0-9_-]{20,}/g, '[removed]'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g, '[removed]'],
  // JSON Web Tokens
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g, '[removed]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[removed]'],
];

/** Long runs of letters and digits together are keys more often than words; digests are told from them by their form. */
const longToken = /\b(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{32,}\b/g;
const harmless =
  /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/**
 * A text for other people's eyes (X6, ATTACKS 21): without known secrets, without what looks like one, and without the
 * user's name in paths.
 */
export function redact(text: string, secrets: readonly string[], home: string = homedir()): string {
  let result = text;
  for (const secret of secrets) if (secret.length >= 4) result = result.replaceAll(secret, '[removed]');
  for (const [pattern, replacement] of patterns) result = result.replace(pattern, replacement);
  result = result.replace(longToken, (token) => (harmless.test(token) ? token : '[removed]'));
  return shortenHome(result, home);
}

/** Also inside JSON, where a backslash is two. */
function shortenHome(text: string, home: string): string {
  if (home.length < 2) return text;
  const spellings = [home, JSON.stringify(home).slice(1, -1), home.replaceAll('\\', '/'), encodeURI(home)];
  const shortened = spellings.reduce((result, spelling) => result.replaceAll(spelling, '~'), text);
  const user = userInfo().username;
  const elsewhere = new RegExp(`([\\\\/](?:home|Users)[\\\\/]+)${literally(user)}(?=[\\\\/]|$)`, 'gi');
  return user ? shortened.replace(elsewhere, '$1[user]') : shortened;
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
