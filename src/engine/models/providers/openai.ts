import { openAiList, type ProviderAdapter, placeholderKey } from './provider';

/** OpenAI's Responses API. Nothing is stored there: reasoning comes back encrypted and is sent again. */
export const openAi: ProviderAdapter = {
  keyHeader: 'authorization',
  dialect: () => ({
    systemMessages: 'in-place',
    reasoning: 'signed',
    options: (effort) => ({
      openai: { store: false, ...(effort && effort !== 'none' && { reasoningSummary: 'auto' }) },
    }),
  }),
  async load({ baseUrl, fetch }, model) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL: baseUrl, apiKey: placeholderKey, fetch }).responses(model);
  },
  list: openAiList,
};
