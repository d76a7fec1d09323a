import type { Language } from '../../shared/settings';

const locales: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB' };

/** Bytes as people read them, e.g. `52.3 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`;
  const megabytes = bytes / 1024 ** 2;
  return `${megabytes < 100 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** A date and time, e.g. `2026/4/3 14:05`. */
export function formatTime(at: number, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** The time of a log line, e.g. `14:05:09`. */
export function formatClock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
