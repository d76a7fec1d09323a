import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Says that a setting is the administrator's (M20). */
export function LockNote() {
  const { t } = useTranslation();
  return (
    <p title={t('managed.hint')} className="mt-1 flex items-start gap-1.5 text-sm text-ink-2">
      <Lock size={13} aria-hidden className="mt-1 shrink-0" />
      {t('managed.locked')}
    </p>
  );
}
