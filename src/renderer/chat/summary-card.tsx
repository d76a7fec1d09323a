import { FoldVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../shared/sessions';
import { Disclosure } from '../ui/disclosure';

/** Where the model's memory of this chat begins: what came before it was summed up. */
export function SummaryCard({ summary }: { summary: Extract<Entry, { kind: 'summary' }> }) {
  const { t } = useTranslation();
  return (
    <Disclosure
      summary={
        <>
          <FoldVertical size={14} aria-hidden className="shrink-0 text-accent" />
          <span className="truncate">{t('chat.compacted')}</span>
        </>
      }
    >
      <p className="selectable text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{summary.text}</p>
    </Disclosure>
  );
}
