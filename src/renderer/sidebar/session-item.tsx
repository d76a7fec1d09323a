import { clsx } from 'clsx';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionSummary } from '../../shared/sessions';
import { openSession, useConversation } from '../state/conversation';
import { useSessions } from '../state/sessions';
import { useView } from '../state/view';
import { IconButton } from '../ui/button';
import { Menu, MenuItem } from '../ui/menu';
import { Spinner } from '../ui/spinner';

interface SessionItemProps {
  session: SessionSummary;
  current: boolean;
  onDelete(): void;
}

/** A chat in the side bar: opens on click; F2 renames, Delete asks to delete, the menu does both. */
export function SessionItem({ session, current, onDelete }: SessionItemProps) {
  const { t } = useTranslation();
  const busy = useConversation((state) => state.busy.has(session.id)) || session.busy;
  const [renaming, setRenaming] = useState(false);
  const title = session.title || t('sidebar.untitled');

  const open = () => {
    useView.getState().show('chat');
    if (useConversation.getState().sessionId !== session.id) void openSession(session.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') setRenaming(true);
    if (event.key === 'Delete') onDelete();
  };

  if (renaming) {
    return (
      <li>
        <RenameField session={session} onDone={() => setRenaming(false)} />
      </li>
    );
  }
  return (
    <li className={clsx('group relative rounded-md', current ? 'bg-accent-soft' : 'hover:bg-hover')}>
      <button
        type="button"
        title={title}
        aria-current={current ? 'true' : undefined}
        onClick={open}
        onKeyDown={onKeyDown}
        className={clsx(
          'flex h-8 w-full items-center gap-2 rounded-md px-2 text-start group-focus-within:pe-8 group-hover:pe-8 focus-visible:-outline-offset-2',
          current ? 'font-medium text-accent-strong' : 'text-ink-2',
        )}
      >
        <span className="flex-1 truncate">{title}</span>
        {busy && (
          <>
            <Spinner />
            <span className="sr-only">{t('sidebar.busy')}</span>
          </>
        )}
      </button>
      <div className="absolute top-0.5 right-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100">
        <Menu
          trigger={
            <IconButton label={`${t('common.more')}: ${title}`}>
              <Ellipsis size={15} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem
            icon={<Pencil size={14} aria-hidden />}
            // After the menu has closed, which moves the focus.
            onSelect={() => setTimeout(() => setRenaming(true))}
          >
            {t('sidebar.rename')}
          </MenuItem>
          <MenuItem icon={<Trash2 size={14} aria-hidden />} danger onSelect={onDelete}>
            {t('common.delete')}
          </MenuItem>
        </Menu>
      </div>
    </li>
  );
}

function RenameField({ session, onDone }: { session: SessionSummary; onDone(): void }) {
  const { t } = useTranslation();
  const rename = useSessions((state) => state.rename);
  const [title, setTitle] = useState(session.title);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []); // at once: the next key is part of the name already
  const finish = (keep: boolean) => {
    const next = title.trim();
    if (keep && next && next !== session.title) void rename(session.id, next);
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish(true);
    if (event.key === 'Escape') finish(false);
  };
  return (
    <input
      aria-label={t('sidebar.renameLabel')}
      ref={field}
      value={title}
      maxLength={200}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
      className="h-8 w-full rounded-md border border-accent bg-raised px-2 outline-none"
    />
  );
}
