import { type PluginLimits, pluginLimits } from '../../shared/plugins';
import type { Settings } from './settings';

type PluginLists = Pick<Settings, 'tools'> & {
  plugins: Pick<Settings['plugins'], 'enabled' | 'disabled' | 'limits'>;
};

/** Switches a plugin on: last in activation order unless it already has a place; off the deny list. */
export function addEnabled(settings: PluginLists, id: string): void {
  if (!settings.plugins.enabled.includes(id)) settings.plugins.enabled.push(id);
  settings.plugins.disabled = settings.plugins.disabled.filter((other) => other !== id);
  const parked = own(settings.tools.parked, id);
  if (parked && settings.tools.selected) {
    settings.tools.selected = [...new Set([...settings.tools.selected, ...parked])];
  }
  delete settings.tools.parked[id];
}

/** Switches a plugin off: removes it from the list *and* denies it (M2); its selected tools are parked. */
export function addDisabled(settings: PluginLists, id: string): void {
  settings.plugins.enabled = settings.plugins.enabled.filter((other) => other !== id);
  if (!settings.plugins.disabled.includes(id)) settings.plugins.disabled.push(id);
  if (!settings.tools.selected) return;
  const parked = settings.tools.selected.filter((key) => key.startsWith(`${id}__`));
  if (parked.length === 0) return;
  settings.tools.parked[id] = parked;
  settings.tools.selected = settings.tools.selected.filter((key) => !parked.includes(key));
}

/**
 * Saves which of the visible tools are offered. `visible` are those of the running plugins: they were there to choose
 * from, so what is left out of them was left out on purpose.
 */
export function selectTools(
  settings: PluginLists,
  keys: string[] | null,
  visible: readonly { key: string; pluginId: string }[],
): void {
  const { tools } = settings;
  tools.selected = keys;
  if (keys === null) tools.seen = {};
  else for (const { key, pluginId } of visible) see(tools.seen, pluginId, [key]);
}

/**
 * A plugin that was switched on has started: visible tools nobody could choose before are offered, beside a saved
 * selection. Without one everything is offered anyway.
 */
export function offerNewTools({ tools }: PluginLists, id: string, visible: readonly string[]): void {
  if (!tools.selected) return;
  const selected = new Set(tools.selected);
  // A selection saved before `seen` existed that names tools of the plugin was made with its tools in view.
  const known = own(tools.seen, id) ?? (visible.some((key) => selected.has(key)) ? visible : []);
  tools.selected = [...selected.union(new Set(visible.filter((key) => !known.includes(key))))];
  see(tools.seen, id, visible);
}

/** Takes back that it was switched on, because it could not be started; it is not denied. */
export function withdrawEnabled(settings: Settings, id: string): void {
  settings.plugins.enabled = settings.plugins.enabled.filter((other) => other !== id);
}

/** Forgets a plugin that was removed. */
export function forgetPlugin(settings: PluginLists, id: string): void {
  addDisabled(settings, id);
  settings.plugins.disabled = settings.plugins.disabled.filter((other) => other !== id);
  delete settings.tools.parked[id];
  delete settings.tools.seen[id];
  delete settings.plugins.limits[id];
}

/** Whether the lists switch it on: named, and not denied. */
export function isEnabled(settings: PluginLists, id: string): boolean {
  return settings.plugins.enabled.includes(id) && !settings.plugins.disabled.includes(id);
}

/** What the plugin may use from its next start on; limits at the default in force are not kept. */
export function setLimits(settings: Settings, id: string, limits: PluginLimits): void {
  const defaults = defaultLimits(settings);
  const kept = Object.entries(limits).filter(
    ([name, value]) => value !== undefined && value !== defaults[name as keyof PluginLimits],
  );
  if (kept.length > 0) settings.plugins.limits[id] = Object.fromEntries(kept);
  else delete settings.plugins.limits[id];
}

export function limitsOf({ plugins }: Settings, id: string): PluginLimits {
  return own(plugins.limits, id) ?? {};
}

/** Those of a plugin without limits of its own; the time to load may be set for all of them (M13). */
export function defaultLimits({ plugins }: Settings): Required<PluginLimits> {
  return {
    memoryMb: pluginLimits.memoryMb.default,
    loadSeconds: plugins.loadTimeoutSeconds,
    toolSeconds: pluginLimits.toolSeconds.default,
  };
}

function see(seen: Record<string, string[]>, id: string, keys: readonly string[]): void {
  seen[id] = [...new Set([...(own(seen, id) ?? []), ...keys])];
}

/** Ids come from packages: `constructor` is one like any other. */
function own<T>(table: Record<string, T>, id: string): T | undefined {
  return Object.hasOwn(table, id) ? table[id] : undefined;
}
