import { useTranslation } from 'react-i18next';
import type { PluginSummary } from '../../shared/plugins';
import { formatBytes } from '../i18n/format';
import { selectPlugin } from '../state/plugins';
import { PluginIcon } from '../ui/plugin-icon';
import { ListRow } from './list-row';
import { PluginSwitch } from './plugin-switch';
import { StateBadge } from './state-badge';

/** A plugin in the list: who it is, how it is, how much memory it takes, and its switch. */
export function PluginRow({ plugin, selected }: { plugin: PluginSummary; selected: boolean }) {
  const { t } = useTranslation();
  const { rssBytes } = plugin.stats;
  return (
    <ListRow
      selected={selected}
      onSelect={() => void selectPlugin(plugin.id)}
      className="flex items-center gap-2.5 py-2.5"
      action={<PluginSwitch plugin={plugin} />}
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
    </ListRow>
  );
}
