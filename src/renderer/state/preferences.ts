import { create } from 'zustand';
import type { Preferences } from '../../shared/settings';
import { setLanguage } from '../i18n';
import { call } from './call';

interface PreferencesState extends Preferences {
  change(change: Partial<Preferences>): void;
}

/** Language and theme. The theme's colours follow main, which sets it for every window. */
export const usePreferences = create<PreferencesState>()((_set, get) => ({
  language: null,
  theme: 'system',
  change: (change) => {
    const before: Preferences = { language: get().language, theme: get().theme };
    apply({ ...before, ...change }); // at once; storing it may take a moment
    call('preferences.set', change).then(apply, () => apply(before));
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

function apply({ language, theme }: Preferences): void {
  usePreferences.setState({ language, theme });
  setLanguage(language);
}
