import { isPlainObject } from '../../shared/json';
import {
  type ConfiguredModel,
  type ModelParameters,
  type ModelProvider,
  type ModelSettings,
  type ProviderKind,
  providerKinds,
  type Reasoning,
  reasoningEfforts,
  type SettingsProblem,
} from '../../shared/settings';

/**
 * The `models` part of settings.json. An entry that can't be used is left out with a reason that can be shown; it
 * stays in the file as it is.
 */
export function readModelSettings(raw: unknown): { models: ModelSettings; problems: SettingsProblem[] } {
  const problems: SettingsProblem[] = [];
  const source = isPlainObject(raw) ? raw : {};
  if (raw !== undefined && !isPlainObject(raw))
    problems.push({ path: 'models', reason: 'must be an object' });
  const providers: ModelProvider[] = [];
  for (const [index, entry] of list(source.providers, 'models.providers', problems).entries()) {
    const path = `models.providers[${index}]`;
    const provider = readProvider(entry, path, problems);
    if (!provider) continue;
    if (providers.some(({ id }) => id === provider.id)) {
      problems.push({ path: `${path}.id`, reason: `there is another provider "${provider.id}"` });
    } else providers.push(provider);
  }
  const models = {
    providers,
    default: readName(source.default, 'models.default', problems),
    title: readName(source.title, 'models.title', problems),
  };
  return { models, problems };
}

function readProvider(entry: unknown, path: string, problems: SettingsProblem[]): ModelProvider | null {
  const refuse = (field: string, reason: string) => {
    problems.push({ path: field ? `${path}.${field}` : path, reason });
    return null;
  };
  if (!isPlainObject(entry)) return refuse('', 'must be an object');
  const { id, kind, name, baseUrl } = entry;
  if (typeof id !== 'string' || !/^[a-z0-9][a-z0-9-]{0,63}$/.test(id) || id === 'demo') {
    return refuse('id', 'must be lower-case letters, digits and hyphens, and not "demo"');
  }
  if (!providerKinds.includes(kind as ProviderKind)) {
    return refuse('kind', `must be one of ${providerKinds.join(', ')}`);
  }
  const address = readBaseUrl(baseUrl);
  if (!address) return refuse('baseUrl', 'must be an http or https URL without a user name');
  const models: ConfiguredModel[] = [];
  for (const [index, model] of list(entry.models, `${path}.models`, problems).entries()) {
    const read = readModel(model, `${path}.models[${index}]`, problems);
    if (read) models.push(read);
  }
  return {
    id,
    kind: kind as ProviderKind,
    name: typeof name === 'string' && name ? name : id,
    baseUrl: address,
    models,
  };
}

/** An address as it is used: without the slash at its end. Null when it is none, or carries a user name. */
export function readBaseUrl(value: unknown): string | null {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return null;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function readModel(entry: unknown, path: string, problems: SettingsProblem[]): ConfiguredModel | null {
  const id = isPlainObject(entry) ? entry.id : entry;
  if (typeof id !== 'string' || !id || id.length > 256) {
    problems.push({ path: `${path}.id`, reason: 'must be the name the service gives the model' });
    return null;
  }
  if (!isPlainObject(entry)) return { id };
  const { name, reasoning, contextTokens } = entry;
  const parameters = readParameters(entry.parameters, `${path}.parameters`, problems);
  const effort = reasoningEfforts.includes(reasoning as Reasoning) ? (reasoning as Reasoning) : null;
  if (reasoning !== undefined && !effort) {
    problems.push({ path: `${path}.reasoning`, reason: `must be one of ${reasoningEfforts.join(', ')}` });
  }
  return {
    id,
    ...(typeof name === 'string' && name && { name }),
    ...(effort && { reasoning: effort }),
    ...(parameters && { parameters }),
    ...(isWithin(contextTokens, 1, 1e9) && { contextTokens }),
  };
}

const parameterBounds = { temperature: [0, 2], maxOutputTokens: [1, 1e7], topP: [0, 1] } as const;

function readParameters(raw: unknown, path: string, problems: SettingsProblem[]): ModelParameters | null {
  if (!isPlainObject(raw)) return null;
  const parameters: ModelParameters = {};
  for (const name of ['temperature', 'maxOutputTokens', 'topP'] as const) {
    const value = raw[name];
    const [least, most] = parameterBounds[name];
    if (isWithin(value, least, most)) parameters[name] = value;
    else if (value !== undefined) {
      problems.push({ path: `${path}.${name}`, reason: `must be a number from ${least} to ${most}` });
    }
  }
  return Object.keys(parameters).length > 0 ? parameters : null;
}

function readName(value: unknown, path: string, problems: SettingsProblem[]): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && /^(demo|[a-z0-9][a-z0-9-]*:.+)$/.test(value)) return value;
  problems.push({ path, reason: 'must be provider:model' });
  return null;
}

function list(value: unknown, path: string, problems: SettingsProblem[]): unknown[] {
  if (Array.isArray(value)) return value;
  if (value !== undefined) problems.push({ path, reason: 'must be a list' });
  return [];
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}
