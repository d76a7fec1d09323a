import { app, nativeTheme } from 'electron';
import type { Language, Preferences } from '../shared/settings';
import { setApplicationMenu } from './menu';
import type { Memory } from './remembered';

/** Language and theme as every window shows them: the user's choice, else the operating system's. */
export interface Presentation {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  /** behind a page that has not painted yet, so that nothing flashes; equals `--color-canvas` in theme.css */
  readonly background: string;
  apply(preferences: Preferences): void;
}

const backgrounds = { light: '#f6f6f5', dark: '#17181b' } as const;

/** Starts from what was remembered; the engine's answer follows with `apply`. */
export function createPresentation(memory: Memory): Presentation {
  nativeTheme.themeSource = memory.value.theme ?? 'system';
  let language = resolveLanguage(memory.value.language ?? null);
  setApplicationMenu(language);
  const shownTheme = () => (nativeTheme.shouldUseDarkColors ? 'dark' : 'light');

  return {
    get language() {
      return language;
    },
    get theme() {
      return shownTheme();
    },
    get background() {
      return backgrounds[shownTheme()];
    },
    apply(preferences) {
      const { theme, language: chosen, welcomed } = preferences;
      memory.remember({ theme, language: chosen, welcomed });
      nativeTheme.themeSource = theme;
      const wanted = resolveLanguage(chosen);
      if (wanted === language) return;
      language = wanted;
      setApplicationMenu(language);
    },
  };
}

function resolveLanguage(chosen: Language | null): Language {
  return chosen ?? (app.getLocale().toLowerCase().startsWith('zh') ? 'zh' : 'en');
}
