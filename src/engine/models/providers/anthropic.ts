import { ids, type ProviderAdapter, placeholderKey } from './provider';

/**
 * Anthropic's Messages API. System messages in between are Anthropic's own extension; other services that speak this
 * dialect do not know it and get them labelled.
 */
export const anthropic: ProviderAdapter = {
  keyHeader: 'x-api-key',
  dialect: ({ baseUrl }) => ({
    systemMessages: new URL(baseUrl).hostname === 'api.anthropic.com' ? 'in-place' : 'labelled',
    reasoning: 'signed',
    options: () => undefined,
  }),
  async load({ baseUrl, fetch }, model) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey: placeholderKey, fetch })(model);
  },
  list: {
    path: '/models?limit=1000',
    headers: { 'anthropic-version': '2023-06-01' },
    read: (answer) => ids((answer as { data?: unknown })?.data, 'id'),
  },
};
