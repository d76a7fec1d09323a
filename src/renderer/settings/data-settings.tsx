import { Archive, FolderOpen, History, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupPreview } from '../../shared/backup';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import { formatBytes } from '../i18n/format';
import { call } from '../state/call';
import { startNewChat } from '../state/conversation';
import { useEngine } from '../state/engine';
import { Button } from '../ui/button';
import { ErrorNote } from '../ui/error-note';
import { Spinner } from '../ui/spinner';
import { BackupPreviewDialog } from './backup-preview';
import { DiagnosticsDialog } from './diagnostics-dialog';
import { SettingGroup, SettingRow } from './setting-row';

type Work = 'backup' | 'open' | 'restore' | 'diagnostics';

/** Where the data is, how it is saved and brought back, and what can be given to somebody who helps (X6). */
export function DataSettings() {
  const { t } = useTranslation();
  const dataDir = useEngine(({ status }) => status?.dataDir);
  const [working, setWorking] = useState<Work | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [preview, setPreview] = useState<BackupPreview | null>(null);
  const [diagnostics, setDiagnostics] = useState<string | null>(null);

  const work = async (kind: Work, action: () => Promise<void>) => {
    setWorking(kind);
    setError(null);
    setDone(null);
    try {
      await action();
    } catch (thrown) {
      setError(toErrorInfo(thrown));
    } finally {
      setWorking(null);
    }
  };
  const save = () =>
    work('backup', async () => {
      const saved = await call('backup.save', {});
      if (!saved) return;
      const sentence = t('data.backupDone', { path: saved.path, size: formatBytes(saved.size) });
      const skipped = saved.skipped.length;
      setDone(skipped > 0 ? `${sentence} ${t('data.backupSkipped', { count: skipped })}` : sentence);
    });
  const open = () => work('open', async () => setPreview(await call('backup.open', {})));
  const restore = ({ restoreId }: BackupPreview) =>
    work('restore', async () => {
      if (!(await call('backup.restore', { restoreId }))) return;
      setPreview(null);
      startNewChat(); // the open one may not be in the backup
      setDone(t('data.restored'));
    });
  const close = (opened: BackupPreview) => {
    setPreview(null);
    void call('backup.discard', { restoreId: opened.restoreId }).catch(() => undefined); // forgotten at the next start
  };
  const view = () =>
    work('diagnostics', async () => setDiagnostics((await call('diagnostics.preview', {})).text));
  const saveDiagnostics = () =>
    work('diagnostics', async () => {
      const saved = await call('diagnostics.save', {});
      if (!saved) return;
      setDiagnostics(null);
      setDone(t('data.diagnosticsSaved', { path: saved.path }));
    });

  return (
    <div className="flex flex-col gap-5">
      {error && !preview && <ErrorNote title={t('data.failed')} error={error} />}
      <p
        role="status"
        className="empty:hidden selectable rounded-md bg-good-soft px-3 py-2.5 [overflow-wrap:anywhere]"
      >
        {done}
      </p>
      <SettingGroup>
        <ActionRow label={t('data.folder')} hint={dataDir ?? ''} mono>
          <Button
            onClick={() => void call('data.reveal', {}).catch((thrown) => setError(toErrorInfo(thrown)))}
          >
            <FolderOpen size={14} aria-hidden />
            {t('data.reveal')}
          </Button>
        </ActionRow>
        <ActionRow label={t('data.backup')} hint={t('data.backupHint')}>
          <Button disabled={working !== null} onClick={() => void save()}>
            {working === 'backup' ? <Spinner /> : <Archive size={14} aria-hidden />}
            {working === 'backup' ? t('data.backupSaving') : t('data.backupSave')}
          </Button>
        </ActionRow>
        <ActionRow label={t('data.restore')} hint={t('data.restoreHint')}>
          <Button disabled={working !== null} onClick={() => void open()}>
            {working === 'open' ? <Spinner /> : <History size={14} aria-hidden />}
            {working === 'open' ? t('data.restoreOpening') : t('data.restoreOpen')}
          </Button>
        </ActionRow>
        <ActionRow label={t('data.diagnostics')} hint={t('data.diagnosticsHint')}>
          <Button disabled={working !== null} onClick={() => void view()}>
            {working === 'diagnostics' ? <Spinner /> : <ScrollText size={14} aria-hidden />}
            {working === 'diagnostics' ? t('data.diagnosticsLoading') : t('data.diagnosticsOpen')}
          </Button>
        </ActionRow>
      </SettingGroup>
      {preview && (
        <BackupPreviewDialog
          preview={preview}
          restoring={working === 'restore'}
          error={error}
          onClose={() => close(preview)}
          onRestore={() => void restore(preview)}
        />
      )}
      {diagnostics !== null && (
        <DiagnosticsDialog
          text={diagnostics}
          onClose={() => setDiagnostics(null)}
          onSave={() => void saveDiagnostics()}
        />
      )}
    </div>
  );
}

function ActionRow({
  label,
  hint,
  mono = false,
  children,
}: {
  label: string;
  hint: string;
  /** the hint is a path */
  mono?: boolean;
  children: React.ReactNode;
}) {
  return (
    <SettingRow fit label={label} hint={hint} mono={mono}>
      {() => children}
    </SettingRow>
  );
}
