import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Reasoning } from '../../../shared/settings';

/** Where one service differs from the others. Everything else is the same for all. */
export interface Dialect {
  /**
   * System messages between the others (S14, S17): sent where they stand, or as a part of the user's message with a
   * label that says whose words they are.
   */
  systemMessages: 'in-place' | 'labelled';
  /**
   * Reasoning in the next request:
   *   all        every one; the SDK sorts out which the model wants (DeepSeek)
   *   this-turn  since the user's last message: the thread of thought between tool calls
   *   signed     those with a signature or encrypted content, as they came (Anthropic, OpenAI Responses, Gemini)
   *   none       never
   */
  reasoning: 'all' | 'this-turn' | 'signed' | 'none';
  /** what the service's own options have to say for this effort */
  options(effort: Reasoning | undefined): SharedV4ProviderOptions | undefined;
}

/** Chat Completions as everybody speaks it. */
export const plainDialect: Dialect = {
  systemMessages: 'in-place',
  reasoning: 'this-turn',
  options: () => undefined,
};
