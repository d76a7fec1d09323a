import { CircleX, Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../shared/sessions';
import { Disclosure } from '../ui/disclosure';
import { ErrorText } from '../ui/error-note';
import { useDuration } from './duration';

type RuleEntry = Extract<Entry, { kind: 'rule' }>;

/** A rule that acted (S17): answered, added context, or failed; with its plugin and the time it took. */
export function RuleLine({ rule }: { rule: RuleEntry }) {
  const { t } = useTranslation();
  const duration = useDuration();
  const name = `${rule.pluginId}/${rule.rule}`;
  const failed = rule.outcome === 'error';
  const Icon = failed ? CircleX : Zap;
  const line = (
    <>
      <Icon size={14} aria-hidden className={failed ? 'shrink-0 text-bad' : 'shrink-0 text-accent'} />
      <span className="min-w-0 truncate text-ink-2">{t(`rule.${rule.outcome}`, { name })}</span>
    </>
  );
  const time = <span className="shrink-0 text-xs text-ink-3 tabular-nums">{duration(rule.ms)}</span>;

  if (rule.outcome === 'llm' && rule.systemMessage) {
    return (
      <Disclosure summary={line} aside={time}>
        <p className="text-xs font-medium text-ink-3">{t('rule.context')}</p>
        <p className="selectable mt-1 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
          {rule.systemMessage}
        </p>
      </Disclosure>
    );
  }
  if (failed && rule.error) {
    return (
      <Disclosure summary={line} aside={time}>
        <ErrorText error={rule.error} />
      </Disclosure>
    );
  }
  return (
    <p className="flex min-h-6 items-center gap-2 text-sm">
      {line}
      {time}
    </p>
  );
}
