import { useTranslation } from 'react-i18next';
import type { AssistantPart, Entry } from '../../shared/sessions';
import { CopyButton } from '../ui/copy-button';
import { ErrorNote } from '../ui/error-note';
import { Spinner } from '../ui/spinner';
import { CompactButton } from './compact-button';
import { Markdown } from './markdown';
import { Reasoning } from './reasoning';
import { ToolCard } from './tool-card';

type AssistantEntry = Extract<Entry, { kind: 'assistant' }>;

/** One model call, or a rule's reply: reasoning, tools and text in the order in which they came. */
export function AssistantMessage({ entry }: { entry: AssistantEntry }) {
  const { t } = useTranslation();
  const { parts, status, error } = entry;
  const streaming = status === 'streaming';
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const last = parts.at(-1);

  return (
    <article aria-label="SecAgent" aria-busy={streaming} className="group flex flex-col gap-2">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
        <Part key={at} part={part} live={streaming && at === parts.length - 1} />
      ))}
      {streaming && (!last || last.type === 'tool') && (
        <p className="flex h-7 items-center gap-2 text-sm text-ink-3">
          <Spinner /> {t('chat.waiting')}
        </p>
      )}
      {status === 'stopped' && <StatusLine text={t('chat.stopped')} />}
      {status === 'interrupted' && <StatusLine text={t('chat.interrupted')} />}
      {status === 'error' && error && (
        <ErrorNote error={error}>
          {error.code === 'model_context_full' && <CompactButton turnId={entry.turnId} />}
        </ErrorNote>
      )}
      {!streaming && text && last?.type !== 'tool' && (
        <div className="-ms-1.5 h-7 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100">
          <CopyButton label={t('chat.copyAnswer')} text={text} />
        </div>
      )}
    </article>
  );
}

function Part({ part, live }: { part: AssistantPart; live: boolean }) {
  switch (part.type) {
    case 'reasoning':
      return <Reasoning text={part.text} live={live} />;
    case 'tool':
      return <ToolCard call={part.call} />;
    case 'text':
      return <Markdown text={part.text} streaming={live} />;
  }
}

function StatusLine({ text }: { text: string }) {
  return <p className="border-s-2 border-line-strong ps-2.5 text-sm text-ink-2">{text}</p>;
}
