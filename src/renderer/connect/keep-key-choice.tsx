import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { KeepKey } from '../../shared/connect';

interface KeepKeyChoiceProps {
  keychain: boolean;
  keep: KeepKey;
  onChange(keep: KeepKey): void;
}

/** Where the key will be. Without a keychain nothing is stored unless a person says so. */
export function KeepKeyChoice({ keychain, keep, onChange }: KeepKeyChoiceProps) {
  const { t } = useTranslation();
  if (keychain) {
    return (
      <p className="-mt-2 flex gap-2 text-sm text-ink-2">
        <ShieldCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-good" />
        {t('connect.keychain')}
      </p>
    );
  }
  return (
    <fieldset className="-mt-1 rounded-md bg-warn-soft px-3 py-2.5">
      <legend className="sr-only">{t('connect.keepTitle')}</legend>
      <p aria-hidden className="flex gap-2 font-medium">
        <TriangleAlert size={16} aria-hidden className="mt-[3px] shrink-0 text-warn" />
        {t('connect.keepTitle')}
      </p>
      <div className="mt-1.5 flex flex-col gap-1.5 ps-6">
        {(['session', 'unprotected'] as const).map((value) => (
          <label key={value} className="flex items-start gap-2">
            <input
              type="radio"
              name="keep"
              checked={keep === value}
              onChange={() => onChange(value)}
              className="mt-[5px] accent-accent"
            />
            <span>
              {t(value === 'session' ? 'connect.keepSession' : 'connect.keepUnprotected')}
              <span className="block text-sm text-ink-2">
                {t(value === 'session' ? 'connect.keepSessionHint' : 'connect.keepUnprotectedHint')}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
