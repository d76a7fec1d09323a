import { openAiCompatible } from './openai-compatible';
import type { ProviderAdapter } from './provider';

/** Ollama, through the Chat Completions API it offers under `/v1`. */
export const ollama: ProviderAdapter = { ...openAiCompatible };
