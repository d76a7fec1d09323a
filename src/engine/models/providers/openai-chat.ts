import { openAiList, type ProviderAdapter, placeholderKey } from './provider';

/** OpenAI's Chat Completions API, with what OpenAI's own models want beyond the common dialect. */
export const openAiChat: ProviderAdapter = {
  keyHeader: 'authorization',
  dialect: () => ({ systemMessages: 'in-place', reasoning: 'none', options: () => undefined }),
  async load({ baseUrl, fetch }, model) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL: baseUrl, apiKey: placeholderKey, fetch }).chat(model);
  },
  list: openAiList,
};
