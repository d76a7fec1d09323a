import { useTranslation } from 'react-i18next';
import type { BackupPreview } from '../../shared/backup';
import type { ErrorInfo } from '../../shared/errors';
import { currentLanguage } from '../i18n';
import { formatBytes, formatTime } from '../i18n/format';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ErrorNote } from '../ui/error-note';
import { Spinner } from '../ui/spinner';

/** What is in a backup, before anything is replaced. The shell asks once more. */
export function BackupPreviewDialog({
  preview,
  restoring,
  error,
  onClose,
  onRestore,
}: {
  preview: BackupPreview;
  restoring: boolean;
  error: ErrorInfo | null;
  onClose(): void;
  onRestore(): void;
}) {
  const { t } = useTranslation();
  const { plugins, services, proxy } = preview;
  const facts: [string, string][] = [
    [t('data.made'), formatTime(preview.createdAt, currentLanguage())],
    [t('data.version'), preview.version],
    [t('data.sessions'), t('data.sessionsCount', { count: preview.sessions })],
    [
      t('data.plugins'),
      plugins.map(({ name, version }) => `${name} ${version}`).join('\n') || t('data.noPlugins'),
    ],
    [
      t('data.size'),
      t('data.sizeText', { size: formatBytes(preview.size), unpacked: formatBytes(preview.unpacked) }),
    ],
    ...(services.length > 0 ? [[t('data.services'), services.join('\n')] as [string, string]] : []),
    ...(proxy ? [[t('data.proxy'), proxy] as [string, string]] : []),
  ];
  return (
    <Dialog
      open
      title={t('data.previewTitle')}
      onClose={() => !restoring && onClose()}
      actions={
        <>
          <Button disabled={restoring} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" disabled={restoring} onClick={onRestore}>
            {restoring && <Spinner />}
            {restoring ? t('data.restoring') : t('data.restoreNow')}
          </Button>
        </>
      }
    >
      <p className="truncate font-mono text-xs text-ink-3" title={preview.fileName}>
        {preview.fileName}
      </p>
      <dl className="mt-3 grid max-h-60 grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 overflow-y-auto rounded-md bg-sunken px-3 py-2.5">
        {facts.map(([what, value]) => (
          <div key={what} className="contents">
            <dt className="text-ink-3">{what}</dt>
            <dd className="whitespace-pre-line text-ink [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-pretty">{t('data.previewNote')}</p>
      {error && (
        <div className="mt-3">
          <ErrorNote title={t('data.failed')} error={error} />
        </div>
      )}
    </Dialog>
  );
}
