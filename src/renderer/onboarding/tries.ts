import { bundledPackages } from '../../shared/bundled-packages';
import type { PluginSummary } from '../../shared/plugins';
import type { Language, ListedModel } from '../../shared/settings';

export type GeneralTry = 'capabilities' | 'explain' | 'quiz' | 'letter';

/** What to suggest: sentences of a package that is on, questions any real model answers, or what the demo can. */
export type Tries =
  | { kind: 'package'; texts: readonly string[]; ready: boolean }
  | { kind: 'general'; texts: readonly GeneralTry[] };

/** Only what works as things are: nothing is suggested that needs a model or a plugin that is not there. */
export function triesFor(
  plugins: readonly PluginSummary[],
  model: ListedModel | null,
  language: Language,
): Tries {
  for (const known of bundledPackages) {
    const plugin = plugins.find(({ id, enabled }) => id === known.id && enabled);
    if (plugin && plugin.state !== 'error' && plugin.state !== 'needs-consent') {
      return { kind: 'package', texts: known[language].tries, ready: plugin.state === 'ready' };
    }
  }
  const real = model !== null && !model.demo && model.hasKey;
  return { kind: 'general', texts: real ? ['explain', 'quiz', 'letter'] : ['capabilities'] };
}
