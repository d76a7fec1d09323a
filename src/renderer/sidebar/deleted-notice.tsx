import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restoreSession } from '../state/conversation';
import { useSessions } from '../state/sessions';
import { Button } from '../ui/button';

const SHOWN_MS = 8000;

/** Says that a chat was deleted and takes it back; it waits as long as somebody is at it. */
export function DeletedNotice() {
  const { t } = useTranslation();
  const deleted = useSessions((sessions) => sessions.deleted);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!deleted || held) return;
    const timer = setTimeout(() => useSessions.setState({ deleted: null }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [deleted, held]);
  if (!deleted) return null;
  const hold = () => setHeld(true);
  const letGo = () => setHeld(false);
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-28 z-30 flex justify-center ps-60">
      <div
        role="status"
        onPointerEnter={hold}
        onPointerLeave={letGo}
        onFocus={hold}
        onBlur={letGo}
        className="pointer-events-auto flex max-w-md items-center gap-3 rounded-lg border border-line bg-raised py-2 ps-4 pe-2 shadow-float"
      >
        <p className="min-w-0 truncate">
          {t('sidebar.deleted', { title: deleted.title || t('sidebar.untitled') })}
        </p>
        <Button
          variant="quiet"
          className="text-accent!"
          onClick={() => {
            letGo();
            void restoreSession();
          }}
        >
          <Undo2 size={14} aria-hidden />
          {t('sidebar.undo')}
        </Button>
      </div>
    </div>
  );
}
