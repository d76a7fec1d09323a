import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissProblem, useEngine } from './state/engine';
import { Button } from './ui/button';
import { ErrorText } from './ui/error-note';
import { Spinner } from './ui/spinner';

/** What there is to say about the engine: that it is not there, and files it could not use. */
export function EngineBanner() {
  return (
    <>
      <EngineLifeBanner />
      <DamagedFiles />
    </>
  );
}

/** Says when the engine is not there: starting (only if it takes a while), restarting, given up. */
function EngineLifeBanner() {
  const { t } = useTranslation();
  const { state, error, retry } = useEngine();
  const slow = useSlow(state === 'starting');
  if (state === 'ready' || (state === 'starting' && !slow)) return null;
  if (state === 'failed') {
    return (
      <div role="alert" className="flex items-center gap-3 border-b border-line bg-bad-soft px-5 py-3">
        <CircleAlert size={18} aria-hidden className="shrink-0 text-bad" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{t('engine.failed')}</p>
          {error ? (
            <ErrorText error={error} />
          ) : (
            <p className="text-sm text-ink-2">{t('engine.failedHint')}</p>
          )}
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

/** Names damaged files and where they are kept, until that was read. */
function DamagedFiles() {
  const { t } = useTranslation();
  const problems = useEngine(({ status }) => status?.problems);
  const dismissed = useEngine((state) => state.dismissed);
  const open = problems?.filter(({ details }) => !dismissed.includes(details.path)) ?? [];
  return open.map((problem) => {
    const { path, setAside } = problem.details;
    const replaced = problem.code === 'settings_damaged' && setAside;
    return (
      <div
        key={path}
        role="alert"
        className="flex items-start gap-3 border-b border-line bg-warn-soft px-5 py-2.5"
      >
        <TriangleAlert size={17} aria-hidden className="mt-[3px] shrink-0 text-warn" />
        <div className="selectable min-w-0 flex-1 [overflow-wrap:anywhere]">
          <p>{t(`problem.${replaced ? 'settings_set_aside' : problem.code}`)}</p>
          <p className="font-mono text-xs text-ink-2">{setAside ?? path}</p>
        </div>
        <Button onClick={() => dismissProblem(problem)}>{t('problem.dismiss')}</Button>
      </div>
    );
  });
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
