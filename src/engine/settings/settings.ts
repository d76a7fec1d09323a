import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, parseJson } from '../../shared/json';
import type { ManagedInfo } from '../../shared/managed';
import { type PluginLimits, pluginLimits } from '../../shared/plugins';
import type { ModelSettings, NetworkSettings, Preferences, SettingsProblem } from '../../shared/settings';
import type { SkillChoices } from '../../shared/skills';
import { type ManagedFile, noManagedFile } from '../managed';
import { writeFileAtomic } from '../storage';
import { type ManagedLayer, managedLayer } from './managed-layer';
import type { PluginPolicy } from './plugin-policy';
import { readLimit, readPluginLimits } from './read-limits';
import { readModelSettings } from './read-models';
import { readNetworkSettings } from './read-network';
import { mergeModelSettings } from './write-models';

/** The keys of `<config>/settings.json` the engine knows; others are kept as they are. */
export interface Settings {
  preferences: Preferences;
  plugins: {
    /** in activation order (DESIGN §4) */
    enabled: string[];
    /** always wins over `enabled` (M2) */
    disabled: string[];
    /** seconds of import and activation for every plugin without a limit of its own; 0 means none (M13) */
    loadTimeoutSeconds: number;
    /** what one plugin may use, where it is not the default */
    limits: Record<string, PluginLimits>;
  };
  skills: SkillChoices;
  tools: {
    /** visible tools offered to the model; null offers all */
    selected: string[] | null;
    /** selected tools of plugins that are off, to come back with them (M2) */
    parked: Record<string, string[]>;
    /**
     * per plugin, the visible tools a person could choose from; others are new and are offered once their plugin was
     * switched on. Empty while nothing was selected.
     */
    seen: Record<string, string[]>;
  };
  models: ModelSettings;
  network: NetworkSettings;
}

/**
 * Reads and changes settings.json. The file is read at every use: the CLI and the window share it, and people
 * edit it by hand. A damaged file is set aside at the first change, never overwritten (ATTACKS 23).
 */
export class SettingsFile {
  readonly path: string;
  readonly #managed: () => ManagedFile;
  readonly #locked: <T>(work: () => T) => T;
  #setAside: string | null = null;

  /** @param locked runs work while no other process changes the file; the database's write lock serves for it */
  constructor(
    configDir: string,
    locked: <T>(work: () => T) => T = (work) => work(),
    managed: () => ManagedFile = noManagedFile,
  ) {
    this.#locked = locked;
    this.#managed = managed;
    this.path = join(configDir, 'settings.json');
  }

  /** As they are in force: the administrator's lie over the user's, and are never written to the user's file (M20). */
  read(): Settings {
    return this.#layer().apply(interpret(this.#raw().value));
  }

  /**
   * Reads, changes and replaces the user's file; `change` sees the user's own settings.
   * @returns the settings in force
   * @throws `managed` when it changes what the administrator set
   */
  update(change: (settings: Settings) => void): Settings {
    return this.#locked(() => this.#change(change));
  }

  #change(change: (settings: Settings) => void): Settings {
    const raw = this.#raw();
    const layer = this.#layer();
    const settings = interpret(raw.value);
    const before = interpret(raw.value);
    change(settings);
    layer.check(before, settings);
    if (raw.damaged) {
      this.#setAside = `${this.path}.damaged-${Date.now()}`;
      renameSync(this.path, this.#setAside);
    }
    const models = mergeModelSettings(raw.value.models, before.models, settings.models);
    const network = isDeepStrictEqual(before.network, settings.network)
      ? raw.value.network
      : settings.network;
    const plugins = mergePluginSettings(raw.value.plugins, before.plugins, settings.plugins);
    const skills = { ...object(raw.value.skills), ...settings.skills };
    const merged = { ...raw.value, ...settings, skills, plugins, models, network };
    writeFileAtomic(this.path, `${JSON.stringify(merged, null, 2)}\n`);
    return layer.apply(settings);
  }

  /** What the administrator decided about plugins. */
  policy(): PluginPolicy {
    return this.#layer().policy;
  }

  managed(): ManagedInfo {
    return this.#layer().info;
  }

  /** Entries that are not used, each with its reason. */
  problems(): SettingsProblem[] {
    const { models, network } = this.#raw().value;
    return [...readModelSettings(models).problems, ...readNetworkSettings(network).problems];
  }

  /** Whether the file exists but can't be understood. */
  damaged(): boolean {
    return this.#raw().damaged;
  }

  /** Whether this process met a file it couldn't understand, and where that file is kept once it was replaced. */
  damage(): { setAside: string | null } | null {
    return this.damaged() || this.#setAside ? { setAside: this.#setAside } : null;
  }

  #layer(): ManagedLayer {
    return managedLayer(this.#managed());
  }

  #raw(): { value: Record<string, unknown>; damaged: boolean } {
    if (!existsSync(this.path)) return { value: {}, damaged: false };
    try {
      const value = parseJson(readFileSync(this.path, 'utf8'));
      return isPlainObject(value) ? { value, damaged: false } : { value: {}, damaged: true };
    } catch {
      return { value: {}, damaged: true };
    }
  }
}

function interpret(raw: Record<string, unknown>): Settings {
  const preferences = object(raw.preferences);
  const plugins = object(raw.plugins);
  const skills = object(raw.skills);
  const tools = object(raw.tools);
  const language = preferences.language;
  const theme = preferences.theme;
  return {
    preferences: {
      language: language === 'zh' || language === 'en' ? language : null,
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      welcomed: preferences.welcomed === true,
    },
    plugins: {
      enabled: strings(plugins.enabled),
      disabled: strings(plugins.disabled),
      loadTimeoutSeconds:
        readLimit('loadSeconds', plugins.load_timeout_seconds) ?? pluginLimits.loadSeconds.default,
      limits: readPluginLimits(plugins.limits),
    },
    skills: { off: strings(skills.off), loadAnyway: strings(skills.loadAnyway) },
    tools: {
      selected: Array.isArray(tools.selected) ? strings(tools.selected) : null,
      parked: keysByPlugin(tools.parked),
      seen: keysByPlugin(tools.seen),
    },
    models: readModelSettings(raw.models).models,
    network: readNetworkSettings(raw.network).network,
  };
}

/** Keys this version does not know stay; the time limit is people's to write, as load_timeout_seconds. */
function mergePluginSettings(raw: unknown, before: Settings['plugins'], after: Settings['plugins']) {
  const { limits: rawLimits, ...kept } = object(raw);
  const { enabled, disabled } = after;
  if (isDeepStrictEqual(before.limits, after.limits)) return { ...object(raw), enabled, disabled };
  // Of a plugin whose limits changed, what this version does not know stays; of one that has none any more, nothing.
  const limits = Object.fromEntries(
    Object.entries(after.limits).map(([id, own]) =>
      isDeepStrictEqual(own, before.limits[id])
        ? [id, object(rawLimits)[id]]
        : [id, { ...withoutLimits(object(object(rawLimits)[id])), ...own }],
    ),
  );
  return { ...kept, enabled, disabled, ...(Object.keys(limits).length > 0 && { limits }) };
}

function withoutLimits(entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !Object.hasOwn(pluginLimits, name)));
}

function object(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {};
}

function keysByPlugin(value: unknown): Record<string, string[]> {
  return Object.fromEntries(Object.entries(object(value)).map(([id, keys]) => [id, strings(keys)]));
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.filter((item) => typeof item === 'string'))] : [];
}
