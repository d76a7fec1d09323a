import { clsx } from 'clsx';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Ask, type Asked, asksOf } from '../../shared/texts/asks';
import { currentLanguage } from '../i18n';
import { Badge } from './badge';

interface PermissionListProps {
  subject: Asked;
  /** to before, for an update */
  agreed?: Asked | null;
}

/** What a plugin asks for in plain words (M2), the same wherever it is shown. */
export function PermissionList({ subject, agreed = null }: PermissionListProps) {
  return (
    <ul className="flex flex-col gap-3">
      {asksOf(currentLanguage(), subject, agreed).map((ask) => (
        <AskItem key={ask.permission ?? 'environment'} ask={ask} />
      ))}
    </ul>
  );
}

function AskItem({ ask }: { ask: Ask }) {
  const { t } = useTranslation();
  const { permission, title, detail, names, weighty, isNew, newNames } = ask;
  const Icon = weighty ? ShieldAlert : ShieldCheck;
  return (
    <li className="flex gap-2.5">
      <Icon
        size={17}
        aria-hidden
        className={clsx('mt-[3px] shrink-0', weighty ? 'text-warn' : 'text-ink-3')}
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {title}
          {isNew && <Badge tone="warn">{t('consent.new')}</Badge>}
          {permission && <code className="font-mono text-xs font-normal text-ink-3">{permission}</code>}
        </p>
        <p className="text-sm text-pretty text-ink-2">{detail}</p>
        {names.length > 0 && (
          <ul aria-label={title} className="selectable mt-1.5 flex flex-wrap gap-1.5">
            {names.map((name) => (
              <li
                key={name}
                className={clsx(
                  'rounded-sm border px-1.5 font-mono text-xs leading-5 [overflow-wrap:anywhere]',
                  newNames.includes(name) ? 'border-warn bg-warn-soft' : 'border-line bg-sunken',
                )}
              >
                <bdi>{name}</bdi>
                {newNames.includes(name) && (
                  <span className="ms-1.5 font-sans text-warn">{t('consent.new')}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
