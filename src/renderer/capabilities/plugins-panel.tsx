import { Puzzle } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pickPackages } from '../state/packages';
import { refreshPlugins, selectPlugin, usePlugins } from '../state/plugins';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { PluginDetailPane } from './plugin-detail';
import { PluginRow } from './plugin-row';

const POLL_MS = 2000;

/** Capabilities → Plugins: the installed ones, and everything about the chosen one. */
export function PluginsPanel() {
  const { t } = useTranslation();
  const { list, loaded, loadError, selectedId } = usePlugins();
  useLiveList();
  if (list.length === 0 && (loadError || !loaded))
    return (
      <LoadState error={loadError} title={t('plugins.loadFailed')} onRetry={() => void refreshPlugins()} />
    );
  if (list.length === 0) {
    return (
      <EmptyState
        icon={<Puzzle size={22} aria-hidden />}
        title={t('plugins.emptyTitle')}
        text={t('plugins.emptyText')}
      >
        <Button variant="primary" onClick={pickPackages}>
          {t('plugins.install')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="flex h-full">
      <ul
        aria-label={t('plugins.list')}
        className="w-72 shrink-0 overflow-y-auto border-e border-line p-2 max-[960px]:w-64 max-[860px]:w-52"
      >
        {list.map((plugin) => (
          <PluginRow key={plugin.id} plugin={plugin} selected={plugin.id === selectedId} />
        ))}
      </ul>
      <div className="min-w-0 flex-1">
        {selectedId ? (
          <PluginDetailPane key={selectedId} id={selectedId} />
        ) : (
          <EmptyState
            icon={<Puzzle size={22} aria-hidden />}
            title={t('plugins.chooseTitle')}
            text={t('plugins.chooseText')}
          />
        )}
      </div>
    </div>
  );
}

/** Memory and CPU change without an event, so they are read again, but only while somebody can see them. */
function useLiveList(): void {
  const first = usePlugins(({ list, selectedId }) => (selectedId ? null : (list[0]?.id ?? null)));
  useEffect(() => {
    if (first) void selectPlugin(first);
  }, [first]);
  useEffect(() => {
    void refreshPlugins();
    const timer = setInterval(() => {
      if (!document.hidden) void refreshPlugins();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, []);
}
