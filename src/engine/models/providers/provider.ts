import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelProvider } from '../../../shared/settings';
import type { Dialect } from '../dialects';

/** What a provider's SDK is opened with. The key is not among it: `endpointFetch` adds it on the way out. */
export interface Endpoint {
  baseUrl: string;
  fetch: typeof fetch;
}

/** One kind of provider (S25): how its key travels, what differs, how its models are loaded and listed. */
export interface ProviderAdapter {
  keyHeader: 'authorization' | 'x-api-key' | 'x-goog-api-key';
  dialect(provider: ModelProvider, model: string): Dialect;
  load(endpoint: Endpoint, model: string): Promise<LanguageModelV4>;
  list: ModelList;
}

/** Where an endpoint lists its models, and how to read the answer. */
export interface ModelList {
  path: string;
  headers?: Record<string, string>;
  read(answer: unknown): string[];
}

/** SDKs look for a key in the environment unless they are given one; this one never leaves the process. */
export const placeholderKey = 'added-by-endpoint-fetch';

/** `{data: [{id}]}`, as OpenAI began and most followed. */
export const openAiList: ModelList = {
  path: '/models',
  read: (answer) => ids((answer as { data?: unknown })?.data, 'id'),
};

/** The texts under `key` in a list of objects; anything else is left out. */
export function ids(items: unknown, key: string): string[] {
  if (!Array.isArray(items)) return [];
  return items.map((item) => (item as Record<string, unknown>)?.[key]).filter((id) => typeof id === 'string');
}
