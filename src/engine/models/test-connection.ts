import { SecAgentError, toErrorInfo } from '../../shared/errors';
import type { ConnectionProblem, ConnectionTest } from '../../shared/settings';
import type { LoadedModel } from './model';
import { describeModelError } from './model-errors';
import { certificateReasons } from './network-reasons';
import { streamStep } from './stream-step';

/** Enough for one word, and the least OpenAI accepts. */
const TOKENS = 16;
/** A local server may have to load the model first. */
const ANSWER_MS = 60_000;

/**
 * Tries a connection the way a message would use it, and says what a person has to change (S25). Without a model the
 * endpoint's list is asked for, which proves address and key.
 * @throws `stopped` after an abort
 */
export async function testConnection(
  model: string | undefined,
  signal: AbortSignal | undefined,
  open: (model: string | null) => Promise<LoadedModel | string[] | null>,
): Promise<ConnectionTest> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(ANSWER_MS);
  const done = (): ConnectionTest => ({ ok: true, ms: Math.round(performance.now() - started) });
  try {
    const opened = await open(model ?? null);
    if (opened === null || Array.isArray(opened)) return done();
    await streamStep(
      {
        model: { ...opened, parameters: { maxOutputTokens: TOKENS } },
        instructions: 'Answer with one word.',
        messages: [{ role: 'user', content: 'Say OK.' }],
        tools: [],
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        backoffMs: Number.POSITIVE_INFINITY,
      },
      () => undefined,
    );
    return done();
  } catch (thrown) {
    if (signal?.aborted) throw new SecAgentError('stopped', 'stopped');
    const { error } = timeout.aborted ? { error: tooSlow() } : describeModelError(thrown);
    // It answered, only longer than asked.
    if (error.code === 'model_output_limit') return done();
    const problem = problemOf(error);
    const reason = typeof error.details?.reason === 'string' ? error.details.reason : problem;
    return { ok: false, problem, reason, error: toErrorInfo(error) };
  }
}

function tooSlow(): SecAgentError {
  return new SecAgentError('model_unreachable', 'the model server does not answer', { reason: 'timeout' });
}

function problemOf({ code, details = {} }: SecAgentError): ConnectionProblem {
  const reason = String(details.reason ?? '');
  switch (code) {
    case 'model_key_missing':
    case 'model_key_rejected':
      return 'key';
    case 'model_quota':
      return 'quota';
    case 'model_unknown':
      return reason === 'model' ? 'model' : 'address';
    case 'model_unreachable':
      if (details.proxy) return 'proxy';
      if (certificateReasons.has(reason)) return 'certificate';
      if (/^(dns|refused|not_tls|not_an_api|redirect)$/.test(reason)) return 'address';
      return reason === 'server' ? 'server' : 'network';
    case 'model_stream_cut':
      return 'network';
    default:
      return reason === 'region' ? 'network' : 'server';
  }
}
