import { ids, type ProviderAdapter, placeholderKey } from './provider';

/** Google's Gemini API. It takes system messages at the beginning only. */
export const google: ProviderAdapter = {
  keyHeader: 'x-goog-api-key',
  dialect: (_, model) => ({
    systemMessages: 'labelled',
    reasoning: 'signed',
    // Thoughts are shown only when asked for, and models that do not think refuse the question.
    options: (effort) =>
      effort !== 'none' && /gemini-(2\.5|[3-9])(?!.*(lite|image|tts))/.test(model)
        ? { google: { thinkingConfig: { includeThoughts: true } } }
        : undefined,
  }),
  async load({ baseUrl, fetch }, model) {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ baseURL: baseUrl, apiKey: placeholderKey, fetch })(model);
  },
  list: {
    path: '/models?pageSize=1000',
    read: (answer) => {
      const models = (answer as { models?: unknown })?.models;
      const writing = Array.isArray(models) ? models.filter(writesText) : [];
      return ids(writing, 'name').map((name) => name.replace(/^models\//, ''));
    },
  },
};

function writesText(model: unknown): boolean {
  const methods = (model as { supportedGenerationMethods?: unknown })?.supportedGenerationMethods;
  return !Array.isArray(methods) || methods.includes('generateContent');
}
