import { SecAgentError } from '../../shared/errors';
import type { networkFailure } from '../network';
import type { ModelFailure } from './model-errors';

type NetworkFailure = NonNullable<ReturnType<typeof networkFailure>>;

interface Reason {
  codes: RegExp;
  reason: string;
  sentence: string;
  /** it may work a moment later */
  passing?: boolean;
}

const certificates: readonly Reason[] = [
  {
    codes: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    reason: 'self_signed',
    sentence: 'its certificate is self-signed',
  },
  {
    codes: /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY|GET)|CERT_UNTRUSTED)/,
    reason: 'unknown_issuer',
    sentence: 'its certificate comes from an authority this computer does not know',
  },
  { codes: /^CERT_HAS_EXPIRED$/, reason: 'expired', sentence: 'its certificate has expired' },
  { codes: /^CERT_NOT_YET_VALID$/, reason: 'not_yet_valid', sentence: 'its certificate is not valid yet' },
  {
    codes: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    reason: 'wrong_host',
    sentence: 'its certificate is for another name',
  },
  { codes: /^CERT_/, reason: 'invalid', sentence: 'its certificate is not valid' },
];

const connections: readonly Reason[] = [
  { codes: /^ENOTFOUND$/, reason: 'dns', sentence: 'there is no server of this name' },
  { codes: /^EAI_/, reason: 'dns', sentence: 'its name can not be looked up now', passing: true },
  { codes: /^ECONNREFUSED$/, reason: 'refused', sentence: 'nothing answers at this address' },
  { codes: /^(ERR_SSL_|EPROTO)/, reason: 'not_tls', sentence: 'it does not speak https at this port' },
  { codes: /^(ENET|EHOST)/, reason: 'offline', sentence: 'there is no way to it', passing: true },
  {
    codes: /^UND_ERR_HEADERS_TIMEOUT$/,
    reason: 'timeout',
    sentence: 'it accepted the request and never answered',
  },
  { codes: /TIMEOUT|ETIMEDOUT/, reason: 'timeout', sentence: 'it does not answer', passing: true },
  {
    codes: /^(ECONN|EPIPE|UND_ERR_SOCKET)/,
    reason: 'reset',
    sentence: 'the connection broke',
    passing: true,
  },
];

/** Certificate reasons, for whoever has to tell them from the rest. */
export const certificateReasons: ReadonlySet<string> = new Set(certificates.map(({ reason }) => reason));

/** A request that got no answer, in one sentence that says what to look at (X5). */
export function describeNetworkFailure({ code, proxy }: NetworkFailure): ModelFailure {
  if (proxy && /^PROXY_/.test(code)) {
    const sentence = code === 'PROXY_AUTH' ? 'asks for a user name and password' : 'refuses to connect';
    return { error: unreachable(`the proxy ${proxy} ${sentence}`, code.toLowerCase(), proxy), retry: null };
  }
  const known = [...certificates, ...connections].find(({ codes }) => codes.test(code));
  const subject = proxy ? `the proxy ${proxy}` : 'the model server';
  const sentence = `${subject} can't be reached: ${known?.sentence ?? 'the request failed'} (${code})`;
  return {
    error: unreachable(sentence, known?.reason ?? 'network', proxy),
    retry: known?.passing ? { afterMs: null } : null,
  };
}

function unreachable(message: string, reason: string, proxy: string | null): SecAgentError {
  return new SecAgentError('model_unreachable', message, { reason, ...(proxy && { proxy }) });
}
