import { FolderOpen, FolderPlus, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkspaceFolder } from '../../shared/workspace';
import { chooseFolder, forgetFolder, revealFolder, useNewChatFolders, workIn } from '../state/workspaces';
import { Badge } from '../ui/badge';
import { Button, IconButton } from '../ui/button';
import { ErrorNote } from '../ui/error-note';

/** Where new chats work, and which folders are offered (S28). */
export function WorkspaceSettings() {
  const { t } = useTranslation();
  const { list, error, refresh } = useNewChatFolders();
  useEffect(() => void refresh(), [refresh]);
  if (!list) return null;
  const { folder, recents, default: standard } = list;
  const shown = [standard, ...recents.filter(({ path }) => path !== standard.path)];
  return (
    <div className="flex flex-col gap-5">
      <p className="text-pretty text-ink-2">{t('workspace.lead')}</p>
      {error && <ErrorNote title={t('workspace.failed')} error={error} />}
      <section aria-labelledby="current-folder">
        <h2 id="current-folder" className="mb-2 font-semibold">
          {t('workspace.current')}
        </h2>
        <div className="flex flex-col gap-3 rounded-lg border border-line px-4 py-3.5">
          <p className="selectable font-mono text-sm [overflow-wrap:anywhere]">{folder.path}</p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void revealFolder(null).then(refresh)}>
              <FolderOpen size={14} aria-hidden />
              {t('workspace.reveal')}
            </Button>
            <Button onClick={() => void chooseFolder(null).then(refresh)}>
              <FolderPlus size={14} aria-hidden />
              {t('workspace.choose')}
            </Button>
          </div>
        </div>
      </section>
      <section aria-labelledby="used-folders">
        <h2 id="used-folders" className="mb-2 font-semibold">
          {t('workspace.list')}
        </h2>
        <ul className="divide-y divide-line rounded-lg border border-line">
          {shown.map((entry) => (
            <FolderLine
              key={entry.path}
              folder={entry}
              current={entry.path === folder.path}
              standard={entry.path === standard.path}
              changed={refresh}
            />
          ))}
        </ul>
        {shown.length === 1 && <p className="mt-2 text-sm text-ink-3">{t('workspace.none')}</p>}
      </section>
    </div>
  );
}

function FolderLine({
  folder: { path, name, exists },
  current,
  standard,
  changed,
}: {
  folder: WorkspaceFolder;
  current: boolean;
  standard: boolean;
  changed(): Promise<void>;
}) {
  const { t } = useTranslation();
  const missing = !exists && !standard;
  return (
    <li className="flex items-center gap-2 py-2.5 ps-4 pe-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          {standard && <Badge>{t('workspace.default')}</Badge>}
          {current && <Badge tone="accent">{t('workspace.inUse')}</Badge>}
          {missing && (
            <Badge tone="warn" title={t('workspace.missingHint')}>
              {t('workspace.missing')}
            </Badge>
          )}
        </p>
        <p title={path} className="selectable truncate font-mono text-xs text-ink-3">
          {path}
        </p>
      </div>
      {!current && !missing && (
        <Button
          variant="quiet"
          className="h-7! text-sm"
          aria-label={t('workspace.useLabel', { name })}
          onClick={() => void workIn(path, null).then(changed)}
        >
          {t('workspace.use')}
        </Button>
      )}
      {!standard && (
        <IconButton
          label={t('workspace.forget', { name })}
          onClick={() => void forgetFolder(path).then(changed)}
        >
          <X size={15} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
