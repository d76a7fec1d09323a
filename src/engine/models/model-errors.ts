import { type ErrorCode, SecAgentError } from '../../shared/errors';
import { networkFailure } from '../network';
import { isContextFull, refusesSystemMessages } from './dialects';
import { describeNetworkFailure } from './network-reasons';

/** What went wrong, and whether the same request may be sent again. */
export interface ModelFailure {
  error: SecAgentError;
  /** null: trying again would not help. `afterMs`: what the server asked to wait */
  retry: { afterMs: number | null } | null;
}

/** The fields of the AI SDK's errors, of the errors providers send within a stream, and of fetch's. */
interface CallError {
  name?: string;
  message?: string;
  statusCode?: number;
  code?: unknown;
  type?: unknown;
  isRetryable?: boolean;
  responseBody?: string;
  responseHeaders?: Record<string, string>;
  cause?: unknown;
  lastError?: unknown;
  error?: unknown;
}

/** Turns what the AI SDK throws into one of our codes with a sentence; keys and request bodies never pass (ATTACKS 21). */
export function describeModelError(thrown: unknown): ModelFailure {
  const chain = causes(thrown);
  const own = chain.find((error) => error instanceof SecAgentError);
  if (own) return { error: own as SecAgentError, retry: null };
  const network = networkFailure(thrown);
  if (network) return describeNetworkFailure(network);
  const refusal = chain.find(({ statusCode }) => statusCode !== undefined && statusCode >= 400);
  if (refusal) return byStatus(refusal.statusCode ?? 0, refusal);
  const said = chain
    .map(({ message, code, type }) => [message, code, type].filter(isText).join(' '))
    .join(' ');
  if (isContextFull(said)) return final(contextFull());
  // An error the server sent inside its stream, without a status.
  const status = statusOfCode(said);
  if (status) return byStatus(status, chain[0] ?? {});
  const began = chain.some(({ statusCode }) => statusCode !== undefined && statusCode < 400);
  const broken =
    /terminated|aborted|premature|ended|UND_ERR_|ECONNRESET|socket hang up|other side closed|finish reason/i;
  if (began || broken.test(said)) return { error: streamCut(said), retry: { afterMs: null } };
  const text = withoutKeys(chain[0]?.message ?? String(thrown));
  return final(new SecAgentError('model_failed', `the model request failed: ${text.slice(0, 300)}`));
}

export function streamCut(said = ''): SecAgentError {
  return new SecAgentError(
    'model_stream_cut',
    /BODY_TIMEOUT/i.test(said)
      ? 'the model stopped in the middle of the answer and sent nothing more'
      : 'the connection to the model broke before the answer was complete',
  );
}

export function contextFull(): SecAgentError {
  return new SecAgentError('model_context_full', "the conversation no longer fits into the model's context");
}

function byStatus(status: number, error: CallError): ModelFailure {
  const body = error.responseBody ?? '';
  const text = error.message ?? '';
  const isPage = /^\s*</.test(body);
  const said = text && !isPage ? ` (${withoutKeys(text).slice(0, 200)})` : '';
  const all = `${text} ${body.slice(0, 4000)} ${isText(error.code) ? error.code : ''}`;
  const make = (code: ErrorCode, sentence: string, reason?: string) =>
    new SecAgentError(code, `${sentence}${said}`, { status, ...(reason && { reason }) });
  if (status < 500 && isContextFull(all)) return final(contextFull());
  if (/unsupported_country|location is not supported|not available in your (country|region)/i.test(all)) {
    return final(make('model_failed', 'the model service does not answer in this country', 'region'));
  }
  if (status === 401 || status === 403 || /API_KEY_INVALID|invalid_api_key|api key not valid/i.test(all)) {
    return final(make('model_key_rejected', 'the model server rejected the key'));
  }
  if (status === 402 || (status < 500 && isSpent(all))) {
    return final(make('model_quota', 'the quota or balance at the model service is used up', 'spent'));
  }
  if (status === 429) {
    const error429 = make('model_quota', 'the model server says there were too many requests', 'rate');
    return { error: error429, retry: { afterMs: retryAfter(error) } };
  }
  if (status === 404 && (isPage || !/model|deployment|endpoint/i.test(all))) {
    return final(make('model_unknown', 'there is no model API at this address', 'not_an_api'));
  }
  if (status === 404 || (status === 400 && isUnknownModel(all))) {
    return final(make('model_unknown', 'the model server does not know this model', 'model'));
  }
  if (status === 408 || status >= 500) {
    const down = make('model_unreachable', `the model server has a problem, status ${status}`, 'server');
    return { error: down, retry: { afterMs: retryAfter(error) } };
  }
  const reason = refusesSystemMessages(all) ? 'system_messages' : undefined;
  return final(make('model_failed', `the model server refused the request, status ${status}`, reason));
}

/** A limit that waiting a few seconds does not lift. */
function isSpent(text: string): boolean {
  return /insufficient[_ ](quota|balance|funds)|exceeded_current_quota|billing|credit balance|arrear|余额|欠费/i.test(
    text,
  );
}

function isUnknownModel(text: string): boolean {
  return /model[_ ]not[_ ]found|invalid[_ ]model|unknown model|model[^.]{0,80}(does not|doesn't|not) exist|模型不存在/i.test(
    text,
  );
}

/** Names of errors inside a stream, as the status they have outside of one. */
function statusOfCode(said: string): number | null {
  if (/overloaded|service_unavailable|unavailable/i.test(said)) return 529;
  if (/rate_limit|too_many_requests|resource_exhausted/i.test(said)) return 429;
  if (/server_error|api_error|internal_error|\bINTERNAL\b/.test(said)) return 500;
  if (/authentication_error|invalid_api_key|permission_error/i.test(said)) return 401;
  return null;
}

/** ms; from `retry-after-ms` or `retry-after`, which is seconds or a date. */
function retryAfter({ responseHeaders = {} }: CallError): number | null {
  const ms = Number(responseHeaders['retry-after-ms']);
  if (ms > 0) return ms;
  const value = responseHeaders['retry-after'];
  if (!value) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** The error and what it wraps, outermost first; retries and streams wrap more than once. */
function causes(thrown: unknown): CallError[] {
  const chain: CallError[] = [];
  let next = thrown;
  while (typeof next === 'object' && next !== null && chain.length < 8) {
    const error = next as CallError;
    chain.push(error);
    next = error.lastError ?? error.error ?? error.cause;
  }
  if (typeof next === 'string') chain.push({ message: next });
  return chain;
}

/** Services quote keys, whole or in part, in their sentences. */
function withoutKeys(text: string): string {
  return text.replace(/\b(sk|ark|key|AIza|Bearer)[-_ ]?[\w*.-]{8,}/g, '[key]');
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function final(error: SecAgentError): ModelFailure {
  return { error, retry: null };
}
