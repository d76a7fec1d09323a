import { useTranslation } from 'react-i18next';
import { useConversation } from '../state/conversation';

/** Tells screen readers that an answer runs and how it ended; the streamed text itself would be noise. */
export function LiveStatus({ busy }: { busy: boolean }) {
  const { t } = useTranslation();
  const lastEnd = useConversation((state) => state.lastEnd);
  const ended =
    lastEnd === 'done'
      ? t('chat.answered')
      : lastEnd === 'stopped'
        ? t('chat.stoppedLive')
        : t('chat.failedLive');
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {busy ? t('chat.answering') : lastEnd ? ended : ''}
    </div>
  );
}
