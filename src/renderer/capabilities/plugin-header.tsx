import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PluginDetail } from '../../shared/plugins';
import { restartPlugin, switchPlugin, usePlugins } from '../state/plugins';
import { Button } from '../ui/button';
import { ErrorNote } from '../ui/error-note';
import { PluginIcon } from '../ui/plugin-icon';
import { PluginStatus } from './plugin-status';
import { PluginSwitch } from './plugin-switch';
import { StateBadge } from './state-badge';

/** Who the plugin is and how it is, and what to do when it is not well. */
export function PluginHeader({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const { actionError } = usePlugins();
  const restart = isStartable(plugin) && <RestartButton plugin={plugin} />;
  return (
    <header className="px-6 pt-5 pb-3 max-[860px]:px-4">
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-2">
        <PluginIcon icon={plugin.icon} size={44} />
        <div className="min-w-36 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 text-lg font-semibold">
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{plugin.name}</bdi>
            <StateBadge plugin={plugin} />
          </h2>
          <p className="text-sm text-ink-3 [overflow-wrap:anywhere]">
            {plugin.version && `${plugin.version} · `}
            <bdi>{plugin.author ? t('plugins.by', { author: plugin.author }) : t('plugins.noAuthor')}</bdi>
          </p>
          {plugin.format === 'agent-plugins' && (
            <p className="text-sm text-ink-3">{t('components.format')}</p>
          )}
        </div>
        <div className="ms-auto flex h-8 items-center gap-2">
          {!plugin.error && restart}
          <PluginSwitch plugin={plugin} />
        </div>
      </div>
      {plugin.description && (
        <p className="selectable mt-3 text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{plugin.description}</bdi>
        </p>
      )}
      {plugin.status && (
        <div className="mt-1.5">
          <PluginStatus status={plugin.status} />
        </div>
      )}
      {actionError?.id === plugin.id && (
        <div className="mt-3">
          <ErrorNote title={t('plugins.actionFailed')} error={actionError.error} />
        </div>
      )}
      {plugin.error && (
        <div className="mt-3">
          <ErrorNote title={t('plugins.lastError')} error={plugin.error}>
            {restart}
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

/** Without code, where its files are gone, or where nobody has agreed to it, there is nothing to start. */
function isStartable({ format, enabled, state, error }: PluginDetail): boolean {
  return format === 'native' && enabled && state !== 'needs-consent' && error?.code !== 'plugin_damaged';
}

/** A fresh start, also of one that was given up (M13): beside the reason when there is one. */
function RestartButton({ plugin: { id, state, error } }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const pending = usePlugins((plugins) => plugins.pending === id);
  const settled = state === 'ready' || state === 'error';
  return (
    <Button
      variant={error ? 'secondary' : 'quiet'}
      disabled={pending || !settled}
      onClick={() => void restartPlugin(id)}
    >
      <RotateCw size={14} aria-hidden />
      {t('plugins.restart')}
    </Button>
  );
}
