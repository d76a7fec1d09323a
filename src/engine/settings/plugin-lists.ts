import type { Settings } from './settings';

type PluginLists = Pick<Settings, 'plugins' | 'tools'>;

/** Switches a plugin on: last in activation order unless it already has a place; off the deny list. */
export function addEnabled(settings: PluginLists, id: string): void {
  if (!settings.plugins.enabled.includes(id)) settings.plugins.enabled.push(id);
  settings.plugins.disabled = settings.plugins.disabled.filter((other) => other !== id);
  const parked = settings.tools.parked[id];
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
  const own = settings.tools.selected.filter((key) => key.startsWith(`${id}__`));
  if (own.length === 0) return;
  settings.tools.parked[id] = own;
  settings.tools.selected = settings.tools.selected.filter((key) => !own.includes(key));
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
}

/** Whether the lists switch it on: named, and not denied. */
export function isEnabled(settings: PluginLists, id: string): boolean {
  return settings.plugins.enabled.includes(id) && !settings.plugins.disabled.includes(id);
}
