import { isPlainObject } from '../../shared/json';
import type { ModelSettings } from '../../shared/settings';

/**
 * Puts changed models back into what the file said: keys this version does not know stay, and so do entries it could
 * not use, unless a provider of the same name replaced them.
 */
export function mergeModelSettings(raw: unknown, before: ModelSettings, after: ModelSettings): unknown {
  if (JSON.stringify(before) === JSON.stringify(after)) return raw;
  const source = isPlainObject(raw) ? raw : {};
  const entries = Array.isArray(source.providers) ? source.providers : [];
  const ofId = (id: unknown) => entries.find((entry) => isPlainObject(entry) && entry.id === id);
  const providers = after.providers.map((provider) => ({ ...ofId(provider.id), ...provider }));
  const known = new Set([...before.providers, ...after.providers].map(({ id }) => id as unknown));
  const unusable = entries.filter((entry) => !isPlainObject(entry) || !known.has(entry.id));
  return { ...source, ...after, providers: [...providers, ...unusable] };
}
