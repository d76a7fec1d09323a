import { SecAgentError } from '../../shared/errors';
import { contextFull, streamCut } from './model-errors';

interface Finish {
  finishReason: string;
  rawFinishReason?: string | undefined;
  providerMetadata?: Record<string, Record<string, unknown>> | undefined;
}

/**
 * An answer that ended for a reason other than being complete says so: half an answer must not look like a whole one.
 * @throws `model_stream_cut`, `model_refused`, `model_output_limit`, `model_context_full`, `model_failed`
 */
export function checkEnd({ finishReason, rawFinishReason = '', providerMetadata }: Finish): void {
  if (/context_window_exceeded/.test(rawFinishReason)) throw contextFull();
  const blocked = (providerMetadata?.google?.promptFeedback as { blockReason?: string } | null)?.blockReason;
  if (finishReason === 'content-filter' || blocked) {
    throw new SecAgentError('model_refused', "the model service's filter stopped the answer", {
      reason: blocked ?? rawFinishReason,
    });
  }
  // The stream closed in good order and too early; some SDKs know no word for it.
  if (finishReason === 'interrupted' || (finishReason === 'other' && !rawFinishReason)) throw streamCut();
  if (finishReason === 'length') {
    throw new SecAgentError('model_output_limit', 'the answer reached its maximum length and was cut there');
  }
  if (finishReason === 'error') {
    throw new SecAgentError('model_failed', `the model gave up (${rawFinishReason || 'no reason given'})`);
  }
}
