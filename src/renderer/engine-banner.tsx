import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEngine } from './state/engine';
import { Button } from './ui/button';
import { Spinner } from './ui/spinner';

/** Says when the engine is not there: starting (only if it takes a while), restarting, given up. */
export function EngineBanner() {
  const { t } = useTranslation();
  const { state, retry } = useEngine();
  const slow = useSlow(state === 'starting');
  if (state === 'ready' || (state === 'starting' && !slow)) return null;
  if (state === 'failed') {
    return (
      <div role="alert" className="flex items-center gap-3 border-b border-line bg-bad-soft px-5 py-3">
        <CircleAlert size={18} aria-hidden className="shrink-0 text-bad" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{t('engine.failed')}</p>
          <p className="text-sm text-ink-2">{t('engine.failedHint')}</p>
        </div>
        <Button onClick={retry}>{t('common.retry')}</Button>
      </div>
    );
  }
  return (
    <div
      role="status"
      className="flex items-center gap-2.5 border-b border-line bg-warn-soft px-5 py-2 text-sm"
    >
      <Spinner className="text-warn" />
      {state === 'starting' ? t('engine.starting') : t('engine.restarting')}
    </div>
  );
}

/** True when something has been going on for longer than people take as instant. */
function useSlow(going: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!going) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), 700);
    return () => clearTimeout(timer);
  }, [going]);
  return slow;
}
