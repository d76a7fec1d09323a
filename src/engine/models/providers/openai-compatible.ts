import { plainDialect, thinkingSwitch } from '../dialects';
import { openAiList, type ProviderAdapter, placeholderKey } from './provider';

/** Any server that speaks Chat Completions. */
export const openAiCompatible: ProviderAdapter = {
  keyHeader: 'authorization',
  dialect: () => plainDialect,
  async load({ baseUrl, fetch }, model) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const transform = thinkingSwitch(new URL(baseUrl).hostname);
    return createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: baseUrl,
      includeUsage: true,
      apiKey: placeholderKey,
      fetch,
      ...(transform && { transformRequestBody: transform }),
    })(model);
  },
  list: openAiList,
};
