import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PluginDetail } from '../../shared/plugins';
import { noCodeText } from '../../shared/texts/contents';
import { useDuration } from '../chat/duration';
import { currentLanguage } from '../i18n';
import { formatBytes, formatTime } from '../i18n/format';
import { removePlugin, usePlugins } from '../state/plugins';
import { Button } from '../ui/button';
import { Diagnostics } from '../ui/diagnostics';
import { Dialog } from '../ui/dialog';
import { PermissionList } from '../ui/permission-list';
import { PluginLimitsSection } from './plugin-limits';
import { Section } from './section';

/** Figures, permissions, findings, where it came from, and how to be rid of it. */
export function PluginOverview({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const hasCode = plugin.format === 'native';
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      {hasCode && <Figures plugin={plugin} />}
      <Section title={t('plugins.permissions')}>
        {!hasCode ? (
          <p className="text-sm text-ink-2">{noCodeText(currentLanguage(), plugin.components)}</p>
        ) : plugin.permissions.length > 0 || plugin.network.env.length > 0 ? (
          <PermissionList subject={plugin} />
        ) : (
          <p className="text-sm text-ink-2">{t('plugins.noPermissions')}</p>
        )}
      </Section>
      {hasCode && <PluginLimitsSection plugin={plugin} />}
      {plugin.diagnostics.length > 0 && (
        <Section title={t('plugins.diagnostics')}>
          <Diagnostics items={plugin.diagnostics} />
        </Section>
      )}
      <Section title={t('plugins.source')}>
        <Source plugin={plugin} />
      </Section>
      <Actions plugin={plugin} />
    </div>
  );
}

function Figures({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const duration = useDuration();
  const { rssBytes, cpuMs, calls, restarts } = plugin.stats;
  const figures = [
    [t('plugins.memory'), rssBytes > 0 ? formatBytes(rssBytes) : t('plugins.notRunning')],
    [t('plugins.cpu'), duration(cpuMs)],
    [t('plugins.calls'), String(calls)],
    [t('plugins.restarts'), String(restarts)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-2 min-[1080px]:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label} className="rounded-md bg-sunken px-3 py-2">
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Source({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const { kind, url, digest } = plugin.source;
  const rows = [
    [t(`plugins.sourceKind.${kind}`), url],
    [t('plugins.installed'), formatTime(plugin.installedAt, currentLanguage())],
    [t('plugins.digest'), digest],
  ];
  return (
    <dl className="selectable grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere]">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const pending = usePlugins((state) => state.pending === plugin.id);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const confirm = () => {
    close();
    void removePlugin(plugin.id);
  };
  return (
    <div className="flex gap-2 border-t border-line pt-4">
      <Button variant="danger" disabled={pending} onClick={() => setAsking(true)}>
        <Trash2 size={14} aria-hidden />
        {t('plugins.uninstall')}
      </Button>
      <Dialog
        open={asking}
        title={t('plugins.uninstallTitle', { name: plugin.name })}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button variant="danger" onClick={confirm}>
              {t('plugins.uninstallConfirm')}
            </Button>
          </>
        }
      >
        <p>{t('plugins.uninstallText')}</p>
      </Dialog>
    </div>
  );
}
