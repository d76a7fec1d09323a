import { clsx } from 'clsx';
import { RotateCw } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { PluginDetail } from '../../shared/plugins';
import { refreshDetail, restartPlugin, switchPlugin, usePlugins } from '../state/plugins';
import { Button } from '../ui/button';
import { ErrorNote } from '../ui/error-note';
import { PluginIcon } from '../ui/plugin-icon';
import { Spinner } from '../ui/spinner';
import { PluginAbilities } from './plugin-abilities';
import { PluginLog } from './plugin-log';
import { PluginOverview } from './plugin-overview';
import { PluginSwitch } from './plugin-switch';
import { StateBadge } from './state-badge';

/** Everything about one plugin. */
export function PluginDetailPane({ id }: { id: string }) {
  const { t } = useTranslation();
  const detail = usePlugins((state) => (state.detail?.id === id ? state.detail : null));
  const detailError = usePlugins((state) => state.detailError);
  // The list is read every two seconds, the detail only when something changed: figures come from the list.
  const live = usePlugins(({ list }) => list.find((plugin) => plugin.id === id));
  if (detailError) {
    return (
      <div className="p-6">
        <ErrorNote error={detailError}>
          <Button onClick={() => void refreshDetail()}>{t('common.retry')}</Button>
        </ErrorNote>
      </div>
    );
  }
  if (!detail) {
    return (
      <p className="flex h-full items-center justify-center gap-2 text-ink-3">
        <Spinner /> {t('common.loading')}
      </p>
    );
  }
  const plugin = { ...detail, ...live };
  return (
    <section aria-label={plugin.name} className="flex h-full flex-col">
      <Header plugin={plugin} />
      <Tabs.Root defaultValue="overview" className="flex min-h-0 flex-1 flex-col">
        <Tabs.List aria-label={plugin.name} className="flex shrink-0 gap-5 border-b border-line px-6">
          {(['overview', 'abilities', 'log'] as const).map((tab) => (
            <Tabs.Trigger
              key={tab}
              value={tab}
              className="-mb-px h-9 border-b-2 border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {t(`plugins.${tab}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="overview" className={pane}>
          <PluginOverview plugin={plugin} />
        </Tabs.Content>
        <Tabs.Content value="abilities" className={pane}>
          <PluginAbilities plugin={plugin} />
        </Tabs.Content>
        <Tabs.Content value="log" className="min-h-0 flex-1 outline-none">
          <PluginLog id={plugin.id} name={plugin.name} />
        </Tabs.Content>
      </Tabs.Root>
    </section>
  );
}

const pane = 'min-h-0 flex-1 overflow-y-auto px-6 py-5 focus-visible:-outline-offset-2';

function Header({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const { pending, actionError } = usePlugins();
  // Where its files are gone there is nothing to start.
  const restartable = plugin.state === 'error' && plugin.enabled && plugin.error?.code !== 'plugin_damaged';
  return (
    <header className="px-6 pt-5 pb-3">
      <div className="flex items-start gap-3.5">
        <PluginIcon icon={plugin.icon} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 text-lg font-semibold">
            <span className="min-w-0 [overflow-wrap:anywhere]">{plugin.name}</span>
            <StateBadge state={plugin.state} />
          </h2>
          <p className="text-sm text-ink-3">
            {plugin.version} ·{' '}
            {plugin.author ? t('plugins.by', { author: plugin.author }) : t('plugins.noAuthor')}
          </p>
        </div>
        <PluginSwitch plugin={plugin} />
      </div>
      {plugin.description && <p className="selectable mt-3 text-ink-2">{plugin.description}</p>}
      {plugin.status && (
        <p className="mt-1.5 flex items-center gap-2 text-sm">
          <span
            aria-hidden
            className={clsx(
              'size-2 shrink-0 rounded-full',
              plugin.status.state === 'error' ? 'bg-bad' : 'bg-good',
            )}
          />
          {plugin.status.message}
        </p>
      )}
      {actionError?.id === plugin.id && (
        <div className="mt-3">
          <ErrorNote title={t('plugins.actionFailed')} error={actionError.error} />
        </div>
      )}
      {plugin.error && (
        <div className="mt-3">
          <ErrorNote title={t('plugins.lastError')} error={plugin.error}>
            {restartable && (
              <Button disabled={pending === plugin.id} onClick={() => void restartPlugin(plugin.id)}>
                <RotateCw size={14} aria-hidden />
                {t('plugins.restart')}
              </Button>
            )}
          </ErrorNote>
        </div>
      )}
      {plugin.state === 'needs-consent' && (
        <Button variant="primary" className="mt-3" onClick={() => void switchPlugin(plugin.id, true)}>
          {t('plugins.reviewPermissions')}
        </Button>
      )}
    </header>
  );
}
