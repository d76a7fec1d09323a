import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelInfo, ModelParameters, Reasoning } from '../../shared/settings';
import type { Dialect } from './dialects';

/** A model that has been chosen and not loaded yet: its code comes with the first message (DESIGN §1). */
export interface ChosenModel {
  info: ModelInfo;
  reasoning?: Reasoning | undefined;
  /** @throws `model_key_missing` */
  load(): Promise<LoadedModel>;
}

/** A model ready to be asked. */
export interface LoadedModel {
  model: LanguageModelV4;
  dialect: Dialect;
  parameters: ModelParameters;
}

/** What a command or the composer says about the model; unset fields fall back. */
export interface ModelChoice {
  /** `provider:model`, a bare model name, or `demo` */
  model?: string | undefined;
  baseUrl?: string | undefined;
  reasoning?: Reasoning | undefined;
}
