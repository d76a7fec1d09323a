import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NetworkSettings as Network } from '../../shared/settings';
import { useLocked } from '../state/managed';
import { saveNetwork, useNetwork } from '../state/network';
import { Button } from '../ui/button';
import { ErrorNote } from '../ui/error-note';
import { Field, inputClass, TextInput } from '../ui/field';
import { LockNote } from '../ui/lock-note';
import { Segments } from '../ui/segments';
import { Switch } from '../ui/switch';
import { NetworkTestRow } from './network-test-row';
import { SettingGroup, SettingRow } from './setting-row';

type Mode = Network['proxy']['mode'];
const modes: readonly Mode[] = ['system', 'none', 'manual'];

/** How the outside is reached (X5). */
export function NetworkSettings() {
  const { t } = useTranslation();
  const { settings, error, refresh } = useNetwork();
  const proxyLocked = useLocked('network.proxy');
  const certificatesLocked = useLocked('network.systemCertificates');
  // `manual` is chosen before there is an address to save.
  const [mode, setMode] = useState<Mode | null>(null);
  useEffect(() => void refresh(), [refresh]);
  if (!settings) {
    return (
      error && (
        <ErrorNote title={t('network.loadFailed')} error={error}>
          <Button onClick={() => void refresh()}>{t('common.retry')}</Button>
        </ErrorNote>
      )
    );
  }
  const shown = mode ?? settings.proxy.mode;
  const change = (next: Mode) => {
    setMode(next);
    if (next !== 'manual') void saveNetwork({ proxy: { mode: next } }).then(() => setMode(null));
  };
  return (
    <div className="flex flex-col gap-5">
      <p className="text-pretty text-ink-2">{t('network.lead')}</p>
      {error && <ErrorNote title={t('network.failedSave')} error={error} />}
      <SettingGroup>
        <SettingRow
          label={t('network.proxy')}
          hint={t(`network.${shown}Hint`)}
          note={proxyLocked && <LockNote />}
        >
          {(control) => (
            <Segments<Mode>
              {...control}
              disabled={proxyLocked}
              value={shown}
              options={modes.map((value) => ({ value, label: t(`network.modes.${value}`) }))}
              onChange={change}
            />
          )}
        </SettingRow>
        {shown === 'manual' && (
          <ManualProxy
            proxy={settings.proxy}
            locked={proxyLocked}
            saved={() => setMode(null)}
            key={JSON.stringify(settings.proxy)}
          />
        )}
        <SettingRow
          fit
          label={t('network.certificates')}
          hint={t('network.certificatesHint')}
          note={certificatesLocked && <LockNote />}
        >
          {() => (
            <Switch
              label={t('network.certificates')}
              checked={settings.systemCertificates}
              disabled={certificatesLocked}
              onChange={(systemCertificates) => void saveNetwork({ systemCertificates })}
            />
          )}
        </SettingRow>
        <NetworkTestRow />
      </SettingGroup>
    </div>
  );
}

function ManualProxy({ proxy, locked, saved }: { proxy: Network['proxy']; locked: boolean; saved(): void }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState(proxy.mode === 'manual' ? proxy.url : '');
  const [bypass, setBypass] = useState(proxy.mode === 'manual' ? proxy.bypass.join('\n') : '');
  const [invalid, setInvalid] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = normalize(url);
    setInvalid(!address);
    if (!address) return;
    const hosts = bypass.split(/[\s,]+/).filter(Boolean);
    if (await saveNetwork({ proxy: { mode: 'manual', url: address, bypass: hosts } })) saved();
  };
  const unchanged =
    proxy.mode === 'manual' && url === proxy.url && bypass === proxy.bypass.join('\n') && !invalid;
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3.5 py-3.5">
      <Field
        label={t('network.url')}
        hint={t('network.urlHint')}
        problem={invalid ? t('network.urlInvalid') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            value={url}
            disabled={locked}
            placeholder={t('network.urlPlaceholder')}
            onChange={(event) => setUrl(event.target.value)}
            className="font-mono text-sm"
          />
        )}
      </Field>
      <Field label={t('network.bypass')} hint={t('network.bypassHint')}>
        {({ id, ...control }) => (
          <textarea
            id={id}
            {...control}
            value={bypass}
            disabled={locked}
            rows={3}
            spellCheck={false}
            onChange={(event) => setBypass(event.target.value)}
            className={`${inputClass} block h-auto! resize-none py-1.5 font-mono text-sm`}
          />
        )}
      </Field>
      {!locked && (
        <div className="flex items-center justify-end gap-3">
          {unchanged && (
            <span role="status" className="text-sm text-good">
              {t('network.saved')}
            </span>
          )}
          <Button type="submit" variant="primary" disabled={unchanged}>
            {t('network.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** People leave the scheme out. Null for what can be no proxy, or carries a password. */
function normalize(text: string): string | null {
  const full = /^[a-z0-9]+:\/\//i.test(text.trim()) ? text.trim() : `http://${text.trim()}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  const usable = url && /^(https?|socks5?):$/.test(url.protocol) && url.hostname;
  return usable && !url.username && !url.password ? `${url.protocol}//${url.host}` : null;
}
