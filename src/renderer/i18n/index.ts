import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../shared/settings';
import { en } from './en';
import { zh } from './zh';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof zh };
    pluralSeparator: '~';
    contextSeparator: '~';
  }
}

/** Starts with the language main opened the page in; the operating system's when there is none. */
export function startTranslation(): void {
  const given = new URLSearchParams(location.search).get('lang');
  void i18next.use(initReactI18next).init({
    resources: { zh: { translation: zh }, en: { translation: en } },
    lng: given === 'zh' || given === 'en' ? given : systemLanguage(),
    fallbackLng: 'zh',
    // Keys may hold the contract's own names, such as `plugins_starting`: no suffix has a meaning here.
    pluralSeparator: '~',
    contextSeparator: '~',
    interpolation: { escapeValue: false }, // React escapes
    initAsync: false,
  });
  markDocument();
}

/** Switches every text at once; null follows the operating system. */
export function setLanguage(language: Language | null): void {
  void i18next.changeLanguage(language ?? systemLanguage());
  markDocument();
}

export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh';
}

function systemLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** Chooses the right shapes of Han characters, and tells screen readers how to speak. */
function markDocument(): void {
  document.documentElement.lang = currentLanguage() === 'zh' ? 'zh-CN' : 'en';
}
