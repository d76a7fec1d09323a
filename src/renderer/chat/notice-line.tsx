import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../shared/sessions';

/** Something to know about this turn: a plugin still starting, a prompt that was skipped… */
export function NoticeLine({ notice }: { notice: Extract<Entry, { kind: 'notice' }> }) {
  const { t } = useTranslation();
  return (
    <p className="flex gap-2 text-sm text-ink-2">
      <Info size={14} aria-hidden className="mt-[4px] shrink-0 text-ink-3" />
      <span className="selectable">
        {t(`notice.${notice.code}`, {
          plugins: '',
          rule: '',
          skill: '',
          reason: '',
          usable: '',
          broken: '',
          ...notice.values,
        })}
      </span>
    </p>
  );
}
