import { Lock, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useManaged } from '../state/managed';

/** That somebody else decides about this computer, and what of their file could not be used (M20). */
export function ManagedNote() {
  const { t } = useTranslation();
  const info = useManaged((state) => state.info);
  if (!info || (!info.active && info.problems.length === 0)) return null;
  return (
    <section className="mt-5 flex gap-2.5 rounded-lg border border-line px-4 py-3.5">
      <Lock size={16} aria-hidden className="mt-[3px] shrink-0 text-ink-3" />
      <div className="selectable min-w-0 flex-1 [overflow-wrap:anywhere]">
        <h3 className="font-medium">{t(info.active ? 'managed.title' : 'managed.ignored')}</h3>
        {info.active && <p className="text-sm text-ink-3">{t('managed.text', { path: info.path })}</p>}
        {info.problems.length > 0 && (
          <div className="mt-2 flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm">
            <TriangleAlert size={14} aria-hidden className="mt-1 shrink-0 text-warn" />
            <div className="min-w-0">
              <p>{t('managed.problem')}</p>
              <ul className="font-mono text-xs">
                {info.problems.map(({ path, reason }) => (
                  <li key={path}>
                    {path}: {reason}
                  </li>
                ))}
              </ul>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
