import { Tabs } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { refreshDetail, usePlugins } from '../state/plugins';
import { LoadState } from '../ui/load-state';
import { PackageComponents } from './package-components';
import { PluginAbilities } from './plugin-abilities';
import { PluginHeader } from './plugin-header';
import { PluginLog } from './plugin-log';
import { PluginOverview } from './plugin-overview';
import { PluginSettings } from './settings-page/plugin-settings';

const allTabs = ['overview', 'settings', 'abilities', 'log'] as const;

/** Everything about one plugin. */
export function PluginDetailPane({ id }: { id: string }) {
  const { t } = useTranslation();
  const detail = usePlugins((state) => (state.detail?.id === id ? state.detail : null));
  const detailError = usePlugins((state) => state.detailError);
  // The list is read every two seconds, the detail only when something changed: figures come from the list.
  const live = usePlugins(({ list }) => list.find((plugin) => plugin.id === id));
  if (detailError || !detail) return <LoadState error={detailError} onRetry={() => void refreshDetail()} />;
  const plugin = { ...detail, ...live };
  const hasCode = plugin.format === 'native';
  const tabs = allTabs.filter(
    (tab) => (tab !== 'settings' || plugin.settingsPages.length > 0) && (tab !== 'log' || hasCode),
  );
  return (
    <section aria-label={plugin.name} className="flex h-full flex-col">
      <PluginHeader plugin={plugin} />
      <Tabs.Root defaultValue="overview" className="flex min-h-0 flex-1 flex-col">
        <Tabs.List
          aria-label={plugin.name}
          className="flex shrink-0 flex-wrap gap-x-5 border-b border-line px-6 max-[860px]:gap-x-4 max-[860px]:px-4"
        >
          {tabs.map((tab) => (
            <Tabs.Trigger
              key={tab}
              value={tab}
              className="-mb-px h-9 border-b-2 whitespace-nowrap border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {tab === 'abilities' && !hasCode && t('components.tab')}
              {tab === 'settings' && t('settingsPage.tab')}
              {tab !== 'settings' && (tab !== 'abilities' || hasCode) && t(`plugins.${tab}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="overview" className={pane}>
          <PluginOverview plugin={plugin} />
        </Tabs.Content>
        {tabs.includes('settings') && (
          <Tabs.Content value="settings" className={pane}>
            <PluginSettings plugin={plugin} />
          </Tabs.Content>
        )}
        <Tabs.Content value="abilities" className={pane}>
          {hasCode ? <PluginAbilities plugin={plugin} /> : <PackageComponents plugin={plugin} />}
        </Tabs.Content>
        {hasCode && (
          <Tabs.Content value="log" className="min-h-0 flex-1 outline-none">
            <PluginLog id={plugin.id} name={plugin.name} />
          </Tabs.Content>
        )}
      </Tabs.Root>
    </section>
  );
}

const pane = 'min-h-0 flex-1 overflow-y-auto px-6 py-5 max-[860px]:px-4 focus-visible:-outline-offset-2';
