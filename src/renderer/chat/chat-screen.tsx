import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { openSession, stopTurn, useConversation } from '../state/conversation';
import { useSessions } from '../state/sessions';
import { Button } from '../ui/button';
import { ErrorNote } from '../ui/error-note';
import { Spinner } from '../ui/spinner';
import { Composer } from './composer';
import { EntryList } from './entry-list';
import { LiveStatus } from './live-status';
import { Welcome } from './welcome';
import { WorkspaceChip } from './workspace-chip';

/** The chat: title, what was said, and where to write. */
export function ChatScreen() {
  const { t } = useTranslation();
  const { sessionId, title, entries, first, loading, loadError, busy } = useConversation();
  // A search may leave it out of the list.
  const listed = useSessions(({ list }) => list.find(({ id }) => id === sessionId)?.title);
  const isBusy = sessionId !== null && busy.has(sessionId);
  const waiting = first !== null && first.sessionId === sessionId;
  const shown = waiting && entries.length === 0 ? [first.entry] : entries;
  useStopOnEscape(isBusy);

  return (
    <main aria-label={t('chat.label')} className="flex h-full min-w-0 flex-col bg-surface">
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line ps-5 pe-3">
        <h1 className="min-w-0 flex-1 truncate font-semibold">{listed || title || t('sidebar.untitled')}</h1>
        <WorkspaceChip />
      </header>
      <div className="min-h-0 flex-1">
        {loadError && sessionId ? (
          <div className="mx-auto max-w-xl p-6">
            <ErrorNote title={t('chat.loadFailed')} error={loadError}>
              <Button onClick={() => void openSession(sessionId)}>{t('common.retry')}</Button>
            </ErrorNote>
          </div>
        ) : loading ? (
          <p className="flex h-full items-center justify-center gap-2 text-ink-3">
            <Spinner /> {t('common.loading')}
          </p>
        ) : shown.length === 0 && !isBusy ? (
          <Welcome />
        ) : (
          <EntryList key={sessionId} entries={shown} busy={isBusy || waiting} />
        )}
      </div>
      <Composer busy={isBusy} />
      <LiveStatus busy={isBusy} />
    </main>
  );
}

/** Esc stops the answer, unless a menu, a dialog or a field of one line wants the key for itself. */
function useStopOnEscape(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (event.target instanceof HTMLInputElement) return;
      if (!document.querySelector('[role="dialog"],[role="menu"]')) stopTurn();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [busy]);
}
