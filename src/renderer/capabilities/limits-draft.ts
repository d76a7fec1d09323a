import { type PluginDetail, type PluginLimits, pluginLimits } from '../../shared/plugins';

export const limitNames = ['memoryMb', 'loadSeconds', 'toolSeconds'] as const;
export type LimitName = (typeof limitNames)[number];

/** What the inputs hold; empty means the default. */
export type LimitsDraft = Record<LimitName, string>;

/** What holds where a plugin has no limits of its own. */
export type Standards = PluginDetail['defaultLimits'];

export function draftOf(limits: PluginLimits, standards: Standards): LimitsDraft {
  const text = (name: LimitName) => String(limits[name] ?? standards[name]);
  return {
    memoryMb: text('memoryMb'),
    loadSeconds: text('loadSeconds'),
    toolSeconds: text('toolSeconds'),
  };
}

/** The limits a draft means, only what differs from the defaults (M13); and which inputs mean none. */
export function readDraft(
  draft: LimitsDraft,
  standards: Standards,
): { limits: PluginLimits; invalid: LimitName[] } {
  const limits: PluginLimits = {};
  const invalid: LimitName[] = [];
  for (const name of limitNames) {
    const { min, max } = pluginLimits[name];
    const standard = standards[name];
    const text = draft[name].trim();
    const value = text === '' ? standard : Number(text);
    if (!/^\d*$/.test(text) || value < min || value > max) invalid.push(name);
    else if (value !== standard) limits[name] = value;
  }
  return { limits, invalid };
}

export function sameLimits(a: PluginLimits, b: PluginLimits, standards: Standards): boolean {
  return limitNames.every((name) => (a[name] ?? standards[name]) === (b[name] ?? standards[name]));
}
