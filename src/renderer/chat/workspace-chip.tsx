import { Folder, FolderOpen, FolderPlus, FolderX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseFolder, revealFolder, useWorkspaces, workIn } from '../state/workspaces';
import { Badge } from '../ui/badge';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu';

/** The folder this chat works in, and the way to another (S28). */
export function WorkspaceChip() {
  const { t } = useTranslation();
  const { list, error } = useWorkspaces();
  if (!list) return null;
  const { folder, recents, default: standard } = list;
  const others = recents.filter(({ path }) => path !== standard.path);
  const shown = [standard, ...others];
  // The command line may work where the window never was.
  if (!shown.some(({ path }) => path === folder.path)) shown.splice(1, 0, folder);
  // The default folder is made when it is needed.
  const gone = (path: string, exists: boolean) => !exists && path !== standard.path;
  const missing = gone(folder.path, folder.exists);
  const Icon = missing ? FolderX : Folder;
  return (
    <div className="flex min-w-0 shrink-0 items-center gap-2">
      {error && (
        <span role="alert" className="truncate text-xs text-bad">
          {t('workspace.failed')}
        </span>
      )}
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('workspace.label', { name: folder.name })}
            title={missing ? `${folder.path}\n${t('workspace.missingHint')}` : folder.path}
            className={`flex h-7 max-w-56 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs font-medium transition-colors ${missing ? 'bg-warn-soft text-warn' : 'text-ink-2 hover:bg-hover hover:text-ink data-[state=open]:bg-hover'}`}
          >
            <Icon size={14} aria-hidden className="shrink-0" />
            <span className="truncate">{folder.name}</span>
            {missing && <span className="shrink-0">· {t('workspace.missing')}</span>}
          </button>
        }
      >
        <MenuChoice
          title={t('workspace.recents')}
          value={folder.path}
          options={shown.map(({ path, name, exists }) => ({
            value: path,
            label: name,
            note:
              path === standard.path ? (
                <Badge>{t('workspace.default')}</Badge>
              ) : gone(path, exists) ? (
                <Badge tone="warn" title={path}>
                  {t('workspace.missing')}
                </Badge>
              ) : (
                <span title={path} className="max-w-32 truncate text-xs text-ink-3">
                  {parentOf(path)}
                </span>
              ),
          }))}
          onChange={(path) => void workIn(path)}
        />
        <MenuSeparator />
        <MenuItem icon={<FolderPlus size={14} aria-hidden />} onSelect={() => void chooseFolder()}>
          {t('workspace.choose')}
        </MenuItem>
        {!missing && (
          <MenuItem icon={<FolderOpen size={14} aria-hidden />} onSelect={() => void revealFolder()}>
            {t('workspace.reveal')}
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}

/** Tells two folders of one name apart. */
function parentOf(path: string): string {
  return path.split(/[\\/]/).at(-2) ?? '';
}
