import { clsx } from 'clsx';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { permissions as inOrder, type Permission } from '../../shared/permissions';
import { permissionTexts, weightyPermissions } from '../../shared/texts/permissions';
import { currentLanguage } from '../i18n';
import { Badge } from './badge';

/**
 * Permissions in plain words (M2), the same wherever they are shown; weighty ones first, so that none of them is
 * below the fold. `known` are those agreed to before.
 */
export function PermissionList({
  permissions,
  known,
}: {
  permissions: readonly Permission[];
  known?: readonly Permission[];
}) {
  const { t } = useTranslation();
  const texts = permissionTexts[currentLanguage()];
  return (
    <ul className="flex flex-col gap-3">
      {sortedByWeight(permissions).map((permission) => {
        const weighty = weightyPermissions.has(permission);
        const Icon = weighty ? ShieldAlert : ShieldCheck;
        return (
          <li key={permission} className="flex gap-2.5">
            <Icon
              size={17}
              aria-hidden
              className={clsx('mt-[3px] shrink-0', weighty ? 'text-warn' : 'text-ink-3')}
            />
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 font-medium">
                {texts[permission].title}
                {known && !known.includes(permission) && <Badge tone="warn">{t('consent.new')}</Badge>}
                <code className="font-mono text-xs font-normal text-ink-3">{permission}</code>
              </p>
              <p className="text-sm text-pretty text-ink-2">{texts[permission].detail}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function sortedByWeight(permissions: readonly Permission[]): Permission[] {
  const asked = inOrder.filter((permission) => permissions.includes(permission));
  return asked.toSorted((a, b) => Number(weightyPermissions.has(b)) - Number(weightyPermissions.has(a)));
}
