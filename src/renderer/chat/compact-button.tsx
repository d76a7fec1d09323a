import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compactAndRetry, useConversation } from '../state/conversation';
import { Button } from '../ui/button';

/** The way on when a chat no longer fits the model: sum up what was said and ask again. Only under the last message. */
export function CompactButton({ turnId }: { turnId: string }) {
  const { t } = useTranslation();
  const [working, setWorking] = useState(false);
  const isLast = useConversation(({ entries }) => entries.at(-1)?.turnId === turnId);
  if (!isLast) return null;
  const start = () => {
    setWorking(true);
    void compactAndRetry(turnId).finally(() => setWorking(false));
  };
  return (
    <Button onClick={start} disabled={working}>
      {working ? t('chat.compacting') : t('chat.compact')}
    </Button>
  );
}
