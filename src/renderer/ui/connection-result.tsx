import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConnectionTest } from '../../shared/settings';

/** How a connection test went: what is wrong, what to do about it, and the exact words. */
export function ConnectionResult({ result, model }: { result: ConnectionTest; model?: string }) {
  const { t } = useTranslation();
  if (result.ok) {
    const seconds = (result.ms / 1000).toFixed(1);
    return (
      <div role="status" className="flex gap-2.5 rounded-md bg-good-soft px-3 py-2.5">
        <CircleCheck size={16} aria-hidden className="mt-[3px] shrink-0 text-good" />
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {model ? t('test.okModel', { seconds, model }) : t('test.ok', { seconds })}
        </p>
      </div>
    );
  }
  return (
    <div role="alert" className="flex gap-2.5 rounded-md bg-bad-soft px-3 py-2.5">
      <TriangleAlert size={16} aria-hidden className="mt-[3px] shrink-0 text-bad" />
      <div className="selectable min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{t(`test.${result.problem}`)}</p>
        <p>{t(`test.${hintOf(result)}`)}</p>
        <p className="mt-0.5 font-mono text-xs text-ink-2">{result.error.message}</p>
      </div>
    </div>
  );
}

/** The finer sentence where the reason has one of its own. */
function hintOf({ problem, reason, error }: Extract<ConnectionTest, { ok: false }>) {
  if (error.code === 'model_key_missing') return 'keyMissing';
  if (reason === 'dns' || reason === 'refused' || reason === 'redirect') return reason;
  return `${problem}Hint` as const;
}
