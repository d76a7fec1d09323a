import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import type { PluginSummary } from '../../shared/plugins';
import { formatBytes } from '../i18n/format';
import { selectPlugin } from '../state/plugins';
import { PluginIcon } from '../ui/plugin-icon';
import { PluginSwitch } from './plugin-switch';
import { StateBadge } from './state-badge';

/** A plugin in the list: who it is, how it is, how much memory it takes, and its switch. */
export function PluginRow({ plugin, selected }: { plugin: PluginSummary; selected: boolean }) {
  const { t } = useTranslation();
  const { rssBytes } = plugin.stats;
  return (
    <li
      className={clsx(
        'flex items-center gap-2 rounded-md pe-2.5',
        selected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={() => void selectPlugin(plugin.id)}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md py-2.5 ps-2.5 text-start focus-visible:-outline-offset-2"
      >
        <PluginIcon icon={plugin.icon} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-1.5">
            <span className="truncate font-medium" title={plugin.name}>
              {plugin.name}
            </span>
            <span className="shrink-0 text-xs text-ink-3">{plugin.version}</span>
          </span>
          <span className="mt-0.5 flex items-center gap-2 overflow-hidden">
            <StateBadge plugin={plugin} />
            {plugin.format === 'agent-plugins' && (
              <span className="truncate text-xs text-ink-3 max-[860px]:hidden">
                {t('components.shortFormat')}
              </span>
            )}
            {rssBytes > 0 && (
              <span className="truncate text-xs text-ink-3 tabular-nums max-[860px]:hidden">
                {formatBytes(rssBytes)}
              </span>
            )}
          </span>
        </span>
      </button>
      <PluginSwitch plugin={plugin} />
    </li>
  );
}
