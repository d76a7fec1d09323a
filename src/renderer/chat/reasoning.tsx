import { Brain } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '../ui/disclosure';
import { Spinner } from '../ui/spinner';

/** What the model thought, folded away. */
export function Reasoning({ text, live }: { text: string; live: boolean }) {
  const { t } = useTranslation();
  return (
    <Disclosure
      summary={
        <>
          {live ? <Spinner /> : <Brain size={14} aria-hidden className="shrink-0 text-ink-3" />}
          <span className="shrink-0 text-ink-2">{live ? t('chat.thinkingNow') : t('chat.thinking')}</span>
          {live && <span className="truncate text-ink-3">{text.slice(-80)}</span>}
        </>
      }
    >
      <p className="selectable text-sm whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">{text}</p>
    </Disclosure>
  );
}
