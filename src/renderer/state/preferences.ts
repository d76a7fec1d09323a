import { create } from 'zustand';
import type { Preferences } from '../../shared/settings';
import { setLanguage } from '../i18n';
import { call } from './call';
import { showProblem } from './problems';

interface PreferencesState extends Preferences {
  /** false until they were read once */
  loaded: boolean;
  change(change: Partial<Preferences>): void;
}

/** Language, theme, and whether the welcome was shown. The theme's colours follow main, which sets it for every window. */
export const usePreferences = create<PreferencesState>()((_set, get) => ({
  language: null,
  theme: 'system',
  welcomed: true,
  loaded: false,
  change: (change) => {
    const { language, theme, welcomed } = get();
    const before: Preferences = { language, theme, welcomed };
    apply({ ...before, ...change }); // at once; storing it may take a moment
    call('preferences.set', change).then(apply, (error: unknown) => {
      apply(before);
      showProblem('settings.actionFailed', error);
    });
  },
}));

export function followPreferences(): void {
  window.secagent.on('preferences.changed', apply);
}

export async function loadPreferences(): Promise<void> {
  try {
    apply(await call('preferences.get', {}));
  } catch {
    // The page keeps the language it was opened with.
  }
}

function apply({ language, theme, welcomed }: Preferences): void {
  usePreferences.setState({ language, theme, welcomed, loaded: true });
  setLanguage(language);
}
