import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelInfo } from '../../shared/settings';
import type { Reasoning } from './stream-step';

/** A model that has been chosen and not loaded yet: its code comes with the first message (DESIGN §1). */
export interface ChosenModel {
  info: ModelInfo;
  reasoning?: Reasoning | undefined;
  load(): Promise<LanguageModelV4>;
}

/** What a command or the environment says about the model; unset fields fall back. */
export interface ModelChoice {
  /** `provider:model`, a bare model name, or `demo` */
  model?: string | undefined;
  baseUrl?: string | undefined;
  reasoning?: Reasoning | undefined;
}
