import { useTranslation } from 'react-i18next';

/** Writes milliseconds as people read them: `18 ms`, `2.3 s`. */
export function useDuration(): (ms: number) => string {
  const { t } = useTranslation();
  return (ms) =>
    ms < 1000 ? t('tool.ms', { ms: Math.round(ms) }) : t('tool.seconds', { s: (ms / 1000).toFixed(1) });
}
