import type { ProviderKind } from '../../../shared/settings';
import { anthropic } from './anthropic';
import { deepSeek } from './deepseek';
import { google } from './google';
import { ollama } from './ollama';
import { openAi } from './openai';
import { openAiChat } from './openai-chat';
import { openAiCompatible } from './openai-compatible';
import type { ProviderAdapter } from './provider';

export const adapters: Readonly<Record<ProviderKind, ProviderAdapter>> = {
  openai: openAi,
  'openai-chat': openAiChat,
  'openai-compatible': openAiCompatible,
  anthropic,
  google,
  deepseek: deepSeek,
  ollama,
};
