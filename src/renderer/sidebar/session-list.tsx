import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionSummary } from '../../shared/sessions';
import { deleteSession, useConversation } from '../state/conversation';
import { useSessions } from '../state/sessions';
import { useView } from '../state/view';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { groupByDay } from './day-groups';
import { SessionItem } from './session-item';

/** The chats by day, with a search. */
export function SessionList() {
  const { t } = useTranslation();
  const { list, loaded, query, search } = useSessions();
  const open = useConversation(({ sessionId }) => sessionId);
  const screen = useView((view) => view.screen);
  const [deleting, setDeleting] = useState<SessionSummary | null>(null);

  return (
    <>
      <div className="relative mx-3 mb-1">
        <Search size={14} aria-hidden className="absolute top-2 left-2.5 text-ink-3" />
        <input
          type="search"
          aria-label={t('sidebar.search')}
          placeholder={t('sidebar.search')}
          value={query}
          maxLength={200}
          onChange={(event) => search(event.target.value)}
          className="h-[30px] w-full rounded-md bg-hover ps-8 pe-2 text-sm"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {loaded && list.length === 0 && (
          <p className="px-2 py-3 text-sm text-ink-3">
            {query ? t('sidebar.noResults') : t('sidebar.empty')}
          </p>
        )}
        {groupByDay(list, Date.now()).map(([group, sessions]) => (
          <section key={group} aria-label={t(`sidebar.${group}`)}>
            <h2 className="px-2 pt-3 pb-1 text-xs text-ink-3">{t(`sidebar.${group}`)}</h2>
            <ul>
              {sessions.map((session) => (
                <SessionItem
                  key={session.id}
                  session={session}
                  current={screen === 'chat' && session.id === open}
                  onDelete={() => setDeleting(session)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <DeleteDialog session={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function DeleteDialog({ session, onClose }: { session: SessionSummary | null; onClose(): void }) {
  const { t } = useTranslation();
  const confirm = () => {
    if (session) void deleteSession(session.id);
    onClose();
  };
  return (
    <Dialog
      open={session !== null}
      title={t('sidebar.deleteTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" onClick={confirm}>
            {t('common.delete')}
          </Button>
        </>
      }
    >
      <p>{t('sidebar.deleteText', { title: session?.title || t('sidebar.untitled') })}</p>
    </Dialog>
  );
}
