import { Ban, CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ToolCall } from '../../shared/sessions';
import { Badge } from '../ui/badge';
import { Disclosure } from '../ui/disclosure';
import { ErrorText } from '../ui/error-note';
import { JsonBlock } from '../ui/json-block';
import { Spinner } from '../ui/spinner';
import { useDuration } from './duration';

/** A tool call (S24): its real name, and inside what went in, what came out, how long it took. */
export function ToolCard({ call }: { call: ToolCall }) {
  const { t } = useTranslation();
  const duration = useDuration();
  return (
    <Disclosure
      summary={
        <>
          <StatusIcon status={call.status} />
          <span className="truncate font-mono text-xs" title={call.key}>
            <span className="sr-only">{t('tool.label', { key: '' })}</span>
            {call.key}
          </span>
          {call.hidden && <Badge title={t('tool.hiddenHint')}>{t('tool.hidden')}</Badge>}
        </>
      }
      aside={
        <span className="shrink-0 text-xs text-ink-3 tabular-nums">
          {call.status === 'done' && call.ms !== null
            ? duration(call.ms)
            : `${t(`tool.${call.status}`)}${call.ms === null ? '' : ` · ${duration(call.ms)}`}`}
        </span>
      }
    >
      <div className="flex flex-col gap-2">
        <JsonBlock label={t('tool.arguments')} value={call.arguments} empty={t('tool.noArguments')} />
        {call.error && (
          <section aria-label={t('tool.error')}>
            <p className="flex h-7 items-center text-xs font-medium text-bad">{t('tool.error')}</p>
            <ErrorText error={call.error} />
          </section>
        )}
        {call.status === 'done' && (
          <JsonBlock label={t('tool.result')} value={call.result} empty={t('tool.noResult')} />
        )}
      </div>
    </Disclosure>
  );
}

function StatusIcon({ status }: { status: ToolCall['status'] }) {
  switch (status) {
    case 'running':
      return <Spinner />;
    case 'done':
      return <CircleCheck size={14} aria-hidden className="shrink-0 text-good" />;
    case 'error':
      return <CircleX size={14} aria-hidden className="shrink-0 text-bad" />;
    case 'stopped':
      return <Ban size={14} aria-hidden className="shrink-0 text-ink-3" />;
  }
}
