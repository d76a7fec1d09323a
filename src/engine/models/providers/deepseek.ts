import { openAiList, type ProviderAdapter, placeholderKey } from './provider';

/** DeepSeek's own API: which of the earlier reasoning a model wants back depends on the model; the SDK knows. */
export const deepSeek: ProviderAdapter = {
  keyHeader: 'authorization',
  dialect: () => ({ systemMessages: 'in-place', reasoning: 'all', options: () => undefined }),
  async load({ baseUrl, fetch }, model) {
    const { createDeepSeek } = await import('@ai-sdk/deepseek');
    return createDeepSeek({ baseURL: baseUrl, apiKey: placeholderKey, fetch })(model);
  },
  list: openAiList,
};
