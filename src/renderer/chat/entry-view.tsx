import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../shared/sessions';
import { AssistantMessage } from './assistant-message';
import { NoticeLine } from './notice-line';
import { RuleLine } from './rule-line';
import { SkillCard } from './skill-card';
import { SummaryCard } from './summary-card';

/** One step of the conversation, in the form that fits its kind. Unchanged entries are not drawn again. */
export const EntryView = memo(function EntryView({
  entry,
  startsTurn,
}: {
  entry: Entry;
  startsTurn: boolean;
}) {
  switch (entry.kind) {
    case 'user':
      return <UserMessage text={entry.text} spaced={startsTurn} />;
    case 'assistant':
      return <AssistantMessage entry={entry} />;
    case 'skill':
      return <SkillCard skill={entry} />;
    case 'summary':
      return <SummaryCard summary={entry} />;
    case 'rule':
      return <RuleLine rule={entry} />;
    case 'notice':
      return <NoticeLine notice={entry} />;
  }
});

function UserMessage({ text, spaced }: { text: string; spaced: boolean }) {
  const { t } = useTranslation();
  return (
    <article aria-label={t('chat.you')} className={spaced ? 'flex justify-end pt-3' : 'flex justify-end'}>
      <p className="selectable max-w-[85%] rounded-lg rounded-br-sm bg-accent-soft px-3.5 py-2 text-md whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
    </article>
  );
}
