import { type PluginLimits, pluginLimits } from '../../shared/plugins';

export const limitNames = ['memoryMb', 'loadSeconds', 'toolSeconds'] as const;
export type LimitName = (typeof limitNames)[number];

/** What the inputs hold; empty means the default. */
export type LimitsDraft = Record<LimitName, string>;

export function draftOf(limits: PluginLimits): LimitsDraft {
  const text = (name: LimitName) => String(limits[name] ?? pluginLimits[name].default);
  return {
    memoryMb: text('memoryMb'),
    loadSeconds: text('loadSeconds'),
    toolSeconds: text('toolSeconds'),
  };
}

/** The limits a draft means, only what differs from the defaults (M13); and which inputs mean none. */
export function readDraft(draft: LimitsDraft): { limits: PluginLimits; invalid: LimitName[] } {
  const limits: PluginLimits = {};
  const invalid: LimitName[] = [];
  for (const name of limitNames) {
    const { default: standard, min, max } = pluginLimits[name];
    const text = draft[name].trim();
    const value = text === '' ? standard : Number(text);
    if (!/^\d*$/.test(text) || value < min || value > max) invalid.push(name);
    else if (value !== standard) limits[name] = value;
  }
  return { limits, invalid };
}

export function sameLimits(a: PluginLimits, b: PluginLimits): boolean {
  return limitNames.every(
    (name) => (a[name] ?? pluginLimits[name].default) === (b[name] ?? pluginLimits[name].default),
  );
}
