import { Tabs } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { PluginDetail, SettingsPage } from '../../../shared/plugins';
import { Spinner } from '../../ui/spinner';
import { PluginStatus } from '../plugin-status';
import { StateBadge } from '../state-badge';
import { SettingsForm } from './settings-form';

/** The pages a manifest names (S19), each answered by the plugin's own handler. */
export function PluginSettings({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const { settingsPages: pages } = plugin;
  const [first] = pages;
  if (!first) return null;
  if (pages.length === 1) return <Page plugin={plugin} page={first} />;
  return (
    <Tabs.Root defaultValue={first.id}>
      <Tabs.List aria-label={t('settingsPage.pages')} className="-ms-2.5 mb-4 flex flex-wrap gap-1">
        {pages.map(({ id, title }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="h-7 max-w-60 truncate rounded-md px-2.5 text-sm text-ink-2 hover:bg-hover data-[state=active]:bg-accent-soft data-[state=active]:font-medium data-[state=active]:text-accent-strong"
          >
            <bdi>{title}</bdi>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {pages.map((page) => (
        <Tabs.Content key={page.id} value={page.id} className="rounded-sm focus-visible:outline-offset-4">
          <Page plugin={plugin} page={page} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function Page({ plugin, page }: { plugin: PluginDetail; page: SettingsPage }) {
  const answered = plugin.state === 'ready' && plugin.settingsHandlers.includes(page.id);
  return (
    <section aria-label={page.title} className="max-w-xl">
      <h3 className="font-semibold [overflow-wrap:anywhere]">
        <bdi>{page.title}</bdi>
      </h3>
      {page.description && (
        <p className="selectable text-pretty text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{page.description}</bdi>
        </p>
      )}
      <div className="mt-4">
        {answered ? (
          // A plugin that was started again is asked anew: it may have forgotten what it said.
          <SettingsForm key={plugin.stats.restarts} id={plugin.id} page={page.id} />
        ) : (
          <WithoutHandler plugin={plugin} />
        )}
      </div>
    </section>
  );
}

/** What can be said while nobody answers for the page. */
function WithoutHandler({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const starting = ['enabled', 'activating', 'restarting'].includes(plugin.state);
  const why = plugin.state === 'ready' ? 'unhandled' : starting ? 'starting' : 'offline';
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-1.5 rounded-md border border-line px-3 py-2.5 text-sm">
        <dt className="text-ink-3">{t('settingsPage.status')}</dt>
        <dd className="flex">
          <StateBadge plugin={plugin} />
        </dd>
        <dt className="text-ink-3">{t('settingsPage.message')}</dt>
        <dd className="min-w-0">
          {plugin.status ? <PluginStatus status={plugin.status} /> : t('settingsPage.noMessage')}
        </dd>
      </dl>
      <p className="flex items-center gap-2 text-pretty text-ink-2">
        {starting && <Spinner />}
        {t(`settingsPage.${why}`)}
      </p>
    </div>
  );
}
