import { type ErrorCode, SecAgentError } from '../../shared/errors';

interface CallError {
  name?: string;
  message?: string;
  statusCode?: number;
  cause?: unknown;
  errors?: unknown[];
  lastError?: unknown;
  code?: string;
}

/** Turns what the AI SDK throws into one of our codes with a sentence; keys and request bodies never pass (ATTACKS 21). */
export function describeModelError(thrown: unknown): SecAgentError {
  if (thrown instanceof SecAgentError) return thrown;
  const first = asObject(thrown);
  // The server had begun to answer: whatever broke after that is a broken answer.
  if (first.statusCode !== undefined && first.statusCode < 400) {
    return new SecAgentError(
      'model_stream_cut',
      'the connection to the model broke before the answer was complete',
    );
  }
  const error = innermost(thrown);
  const status = failedStatus(error);
  if (status !== undefined) return new SecAgentError(...byStatus(status, error.message ?? ''), { status });
  const network = networkCode(error);
  if (network) {
    return new SecAgentError('model_unreachable', `the model server can't be reached (${network})`, {
      reason: network,
    });
  }
  const text = error.message ?? String(thrown);
  if (/terminated|aborted|premature|ended|ECONNRESET|socket hang up/i.test(text)) {
    return new SecAgentError(
      'model_stream_cut',
      'the connection to the model broke before the answer was complete',
    );
  }
  return new SecAgentError('model_failed', `the model request failed: ${text.slice(0, 300)}`);
}

function byStatus(status: number, message: string): [ErrorCode, string] {
  const said = message ? ` (${message.slice(0, 200)})` : '';
  if (status === 401 || status === 403)
    return ['model_key_rejected', `the model server rejected the key${said}`];
  if (status === 402 || status === 429)
    return ['model_quota', `the model server says the quota or rate limit is used up${said}`];
  if (status === 404) return ['model_unknown', `the model server does not know this model or address${said}`];
  if (status >= 500) return ['model_unreachable', `the model server has a problem, status ${status}${said}`];
  return ['model_failed', `the model server refused the request, status ${status}${said}`];
}

/** Retries wrap the last error; fetch wraps the socket's. */
function innermost(thrown: unknown): CallError {
  let error = asObject(thrown);
  for (let depth = 0; depth < 5; depth++) {
    const next =
      error.lastError ?? (failedStatus(error) === undefined && !networkCode(error) ? error.cause : undefined);
    if (typeof next !== 'object' || next === null) break;
    error = next as CallError;
  }
  return error;
}

/** A stream that broke carries the 200 it began with. */
function failedStatus(error: CallError): number | undefined {
  return error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : undefined;
}

const networkCodes =
  /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|UND_ERR_(CONNECT|SOCKET|HEADERS)|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

function networkCode(error: CallError): string | null {
  const cause = asObject(error.cause);
  for (const code of [error.code, cause.code]) {
    if (typeof code === 'string' && networkCodes.test(code)) return code;
  }
  return null;
}

function asObject(value: unknown): CallError {
  return typeof value === 'object' && value !== null ? (value as CallError) : {};
}
