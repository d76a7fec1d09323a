import { isPlainObject } from '../../shared/json';
import { type PluginLimits, pluginLimits } from '../../shared/plugins';

type Limit = keyof PluginLimits;

/** What settings.json says one plugin may use; numbers are brought into their range (M13). */
export function readPluginLimits(raw: unknown): Record<string, PluginLimits> {
  if (!isPlainObject(raw)) return {};
  return Object.fromEntries(Object.entries(raw).map(([id, limits]) => [id, readLimits(limits)]));
}

function readLimits(raw: unknown): PluginLimits {
  if (!isPlainObject(raw)) return {};
  const limits: PluginLimits = {};
  for (const name of Object.keys(pluginLimits) as Limit[]) {
    const value = readLimit(name, raw[name]);
    if (value !== undefined) limits[name] = value;
  }
  return limits;
}

export function readLimit(name: Limit, value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const { min, max } = pluginLimits[name];
  // No limit is said with an exact 0, not with a slip.
  if (min === 0)
    return value === 0 ? 0 : value < 0 ? undefined : Math.min(Math.max(Math.round(value), 1), max);
  return Math.min(Math.max(Math.round(value), min), max);
}
