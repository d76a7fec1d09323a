import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import type { NetworkTest } from '../../shared/privacy';
import { call } from '../state/call';
import { Button } from '../ui/button';
import { ErrorNote } from '../ui/error-note';
import { Spinner } from '../ui/spinner';
import { SettingRow } from './setting-row';

/** Tries the way to the current model's service. */
export function NetworkTestRow() {
  const { t } = useTranslation();
  const [state, setState] = useState<'testing' | { result: NetworkTest } | { error: ErrorInfo } | null>(null);
  const test = async () => {
    setState('testing');
    try {
      setState({ result: await call('network.test', {}) });
    } catch (error) {
      setState({ error: toErrorInfo(error) });
    }
  };
  const testing = state === 'testing';
  return (
    <div>
      <SettingRow fit label={t('network.testTitle')} hint={t('network.testHint')}>
        {(control) => (
          <Button
            aria-describedby={control['aria-describedby']}
            disabled={testing}
            onClick={() => void test()}
          >
            {testing && <Spinner />}
            {testing ? t('network.testing') : t('network.test')}
          </Button>
        )}
      </SettingRow>
      {state && !testing && (
        <div className="pb-3.5">
          {'error' in state ? <ErrorNote error={state.error} /> : <Outcome result={state.result} />}
        </div>
      )}
    </div>
  );
}

function Outcome({ result }: { result: NetworkTest }) {
  const { t } = useTranslation();
  if (result.outcome === 'demo') {
    return (
      <p role="status" className="flex gap-2.5 rounded-md bg-sunken px-3 py-2.5">
        <Info size={16} aria-hidden className="mt-[3px] shrink-0 text-ink-3" />
        {t('network.demo')}
      </p>
    );
  }
  const way = result.via ? t('network.via', { proxy: result.via }) : t('network.direct');
  if (result.outcome === 'reached') {
    return (
      <div role="status" className="flex gap-2.5 rounded-md bg-good-soft px-3 py-2.5">
        <CircleCheck size={16} aria-hidden className="mt-[3px] shrink-0 text-good" />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="font-semibold">{t('network.reached', { host: result.host, ms: result.ms })}</p>
          <p>{way}</p>
        </div>
      </div>
    );
  }
  return (
    <div role="alert" className="flex gap-2.5 rounded-md bg-bad-soft px-3 py-2.5">
      <TriangleAlert size={16} aria-hidden className="mt-[3px] shrink-0 text-bad" />
      <div className="selectable min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">
          {result.host ? t('network.failed', { host: result.host }) : t('network.failedModel')}
        </p>
        <p>{t(`network.reasons.${reasonOf(result)}`)}</p>
        {result.host && <p className="text-ink-2">{way}</p>}
        <p className="mt-0.5 font-mono text-xs text-ink-2">{result.message}</p>
      </div>
    </div>
  );
}

const named = [
  'proxy_auth',
  'proxy_refused',
  'dns',
  'refused',
  'offline',
  'timeout',
  'reset',
  'not_tls',
  'unknown_issuer',
  'self_signed',
  'expired',
  'not_yet_valid',
  'wrong_host',
] as const;

/** A proxy that is not there breaks like any server; what helps is another thing. */
function reasonOf({ at, reason }: Extract<NetworkTest, { outcome: 'failed' }>) {
  const known = named.find((name) => name === reason);
  if (at === 'proxy' && !known?.startsWith('proxy_')) return 'proxyGone';
  return known ?? 'other';
}
