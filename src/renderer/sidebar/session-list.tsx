import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { deleteSession, useConversation } from '../state/conversation';
import { useSessions } from '../state/sessions';
import { useView } from '../state/view';
import { groupByDay } from './day-groups';
import { SessionItem } from './session-item';

/** The chats by day, with a search. */
export function SessionList() {
  const { t } = useTranslation();
  const { list, loaded, query, search } = useSessions();
  const open = useConversation(({ sessionId }) => sessionId);
  const screen = useView((view) => view.screen);

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
                  onDelete={() => void deleteSession(session)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
