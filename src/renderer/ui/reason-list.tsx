import { clsx } from 'clsx';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ComponentReason } from '../../shared/components';
import { reasonText } from '../../shared/texts/reasons';
import { currentLanguage } from '../i18n';

/** Why a skill or server is not used, or what its author should know, each with the clause it is about (S6). */
export function ReasonList({
  reasons,
  grave,
}: {
  reasons: readonly ComponentReason[];
  /** they keep it from being used */
  grave: boolean;
}) {
  const sentence = (code: string) => reasonText(currentLanguage(), code);
  const Icon = grave ? CircleAlert : TriangleAlert;
  return (
    <ul className="selectable flex flex-col gap-1.5">
      {reasons.map(({ code, message, clause }) => (
        <li key={`${code} ${message}`} className="flex gap-2 text-sm">
          <Icon
            size={14}
            aria-hidden
            className={clsx('mt-[4px] shrink-0', grave ? 'text-bad' : 'text-warn')}
          />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            {sentence(code)}
            <p className={clsx(sentence(code) && 'text-xs text-ink-3')}>
              <bdi>{message}</bdi> <span className="text-xs text-ink-3">({clause})</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
