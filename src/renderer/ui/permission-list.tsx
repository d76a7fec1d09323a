import { clsx } from 'clsx';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '../../shared/permissions';
import type { NetworkReach } from '../../shared/plugins';
import { type Ask, asksOf } from '../../shared/texts/asks';
import { currentLanguage } from '../i18n';
import { Badge } from './badge';

interface PermissionListProps {
  subject: { permissions: readonly Permission[]; network: NetworkReach };
  /** agreed to before */
  known?: readonly Permission[];
}

/** What a plugin asks for in plain words (M2), the same wherever it is shown. */
export function PermissionList({ subject, known }: PermissionListProps) {
  return (
    <ul className="flex flex-col gap-3">
      {asksOf(currentLanguage(), subject).map((ask) => (
        <AskItem
          key={ask.permission ?? 'environment'}
          ask={ask}
          isNew={known !== undefined && ask.permission !== null && !known.includes(ask.permission)}
        />
      ))}
    </ul>
  );
}

function AskItem({ ask, isNew }: { ask: Ask; isNew: boolean }) {
  const { t } = useTranslation();
  const { permission, title, detail, names, weighty } = ask;
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
                className="rounded-sm border border-line bg-sunken px-1.5 font-mono text-xs leading-5 [overflow-wrap:anywhere]"
              >
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
