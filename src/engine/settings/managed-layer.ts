import { isDeepStrictEqual } from 'node:util';
import { SecAgentError } from '../../shared/errors';
import { isPlainObject } from '../../shared/json';
import type { ManagedInfo } from '../../shared/managed';
import type { SettingsProblem } from '../../shared/settings';
import type { ManagedFile } from '../managed';
import { mayRun, noPolicy, type PluginPolicy } from './plugin-policy';
import { readModelSettings } from './read-models';
import { readNetworkSettings } from './read-network';
import type { Settings } from './settings';

/** What the administrator's file means for the settings (M20). */
export interface ManagedLayer {
  info: ManagedInfo;
  policy: PluginPolicy;
  /** The user's settings with the administrator's over them. */
  apply(settings: Settings): Settings;
  /** @throws `managed` when something locked is changed */
  check(before: Settings, after: Settings): void;
}

/** Keys that can be locked one by one; the lists of plugins are joined instead, see `plugin-policy.ts`. */
const lockable = [
  ['preferences', 'language'],
  ['preferences', 'theme'],
  ['models', 'providers'],
  ['models', 'default'],
  ['models', 'title'],
  ['network', 'proxy'],
  ['network', 'systemCertificates'],
] as const;

type Sections = Pick<Settings, 'preferences' | 'models' | 'network'>;

export function managedLayer(file: ManagedFile): ManagedLayer {
  const raw = file.value ?? {};
  const problems: SettingsProblem[] = file.problem ? [{ path: file.path, reason: file.problem }] : [];
  const fixed = new Map<string, unknown>();
  const sections = readSections(raw, problems);
  for (const [section, key] of lockable) {
    const given = raw[section];
    if (!isPlainObject(given) || given[key] === undefined) continue;
    // An entry that can't be used locks nothing: its default would be nobody's decision.
    if (problems.some(({ path }) => path.startsWith(`${section}.${key}`))) continue;
    fixed.set(`${section}.${key}`, read(sections, section, key));
  }
  const policy = readPolicy(raw, problems);
  const locked = [...fixed.keys(), ...policy.locked];
  return {
    info: { path: file.path, active: file.value !== null, locked, problems },
    policy: policy.policy,
    apply(settings) {
      const result = structuredClone(settings);
      for (const [section, key] of lockable) {
        const path = `${section}.${key}`;
        if (fixed.has(path)) Object.assign(result[section], { [key]: structuredClone(fixed.get(path)) });
      }
      const { required, denied } = policy.policy;
      const { enabled, disabled } = settings.plugins;
      result.plugins = {
        ...result.plugins,
        enabled: [...new Set([...required, ...enabled])].filter((id) => mayRun(policy.policy, id)),
        disabled: [...new Set([...disabled.filter((id) => !required.includes(id)), ...denied])],
      };
      return result;
    },
    check(before, after) {
      for (const [section, key] of lockable) {
        const path = `${section}.${key}`;
        if (!fixed.has(path)) continue;
        if (!isDeepStrictEqual(read(before, section, key), read(after, section, key))) {
          throw new SecAgentError('managed', `${path} is set by the administrator of this computer`, {
            setting: path,
          });
        }
      }
    },
  };
}

function read(sections: Sections, section: keyof Sections, key: string): unknown {
  return (sections[section] as unknown as Record<string, unknown>)[key];
}

function readSections(raw: Record<string, unknown>, problems: SettingsProblem[]): Sections {
  const { models, problems: modelProblems } = readModelSettings(raw.models);
  const { network, problems: networkProblems } = readNetworkSettings(raw.network);
  problems.push(...modelProblems, ...networkProblems);
  const preferences = isPlainObject(raw.preferences) ? raw.preferences : {};
  const { language = null, theme = 'system' } = preferences;
  if (language !== null && language !== 'zh' && language !== 'en') {
    problems.push({ path: 'preferences.language', reason: 'must be zh or en' });
  }
  if (theme !== 'system' && theme !== 'light' && theme !== 'dark') {
    problems.push({ path: 'preferences.theme', reason: 'must be system, light or dark' });
  }
  return {
    preferences: { language, theme } as Settings['preferences'],
    models,
    network,
  };
}

/** A list that can't be understood allows nothing: the administrator meant to forbid something. */
function readPolicy(raw: Record<string, unknown>, problems: SettingsProblem[]) {
  const plugins = isPlainObject(raw.plugins) ? raw.plugins : {};
  if (raw.plugins !== undefined && !isPlainObject(raw.plugins)) {
    problems.push({ path: 'plugins', reason: 'must be an object' });
  }
  const locked: string[] = [];
  const list = (value: unknown, path: string): string[] | null => {
    if (value === undefined) return null;
    locked.push(path);
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    problems.push({ path, reason: 'must be a list of names' });
    return [];
  };
  const policy: PluginPolicy = {
    required: list(plugins.enabled, 'plugins.enabled') ?? noPolicy.required,
    denied: list(plugins.disabled, 'plugins.disabled') ?? noPolicy.denied,
    allowed: list(plugins.allowed, 'plugins.allowed'),
    sources: list(raw.sources, 'sources'),
  };
  return { policy, locked };
}
