import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { modelPresets } from '../../shared/model-presets';
import { IconButton } from '../ui/button';
import { Field, TextInput } from '../ui/field';
import { type Draft, needsKey } from './draft';

interface KeyFieldProps {
  draft: Draft;
  /** there is a key for this address; it is never shown again */
  kept: boolean;
  problem: string | null;
  autoFocus: boolean;
  onChange(key: string): void;
}

export function KeyField({ draft, kept, problem, autoFocus, onChange }: KeyFieldProps) {
  const { t } = useTranslation();
  const [revealed, setRevealed] = useState(false);
  const preset = modelPresets.find(({ id }) => id === draft.preset);
  const placeholder = kept ? 'keyKept' : needsKey(draft) ? 'keyPlaceholder' : 'keyOptional';
  return (
    <Field
      label={t('connect.key')}
      problem={problem}
      aside={
        preset?.keyUrl && (
          <button
            type="button"
            title={new URL(preset.keyUrl).host}
            onClick={() => void window.secagentConnect.openKeyPage(preset.id)}
            className="rounded-sm text-sm text-accent hover:underline"
          >
            {t('connect.keyWhere')}
          </button>
        )
      }
    >
      {(control) => (
        <div className="relative">
          <TextInput
            {...control}
            type={revealed ? 'text' : 'password'}
            autoFocus={autoFocus}
            value={draft.key}
            maxLength={1000}
            placeholder={t(`connect.${placeholder}`)}
            onChange={(event) => onChange(event.target.value)}
            className="pe-10 font-mono text-sm placeholder:font-sans"
          />
          <IconButton
            label={revealed ? t('connect.conceal') : t('connect.reveal')}
            aria-pressed={revealed}
            onClick={() => setRevealed(!revealed)}
            className="absolute top-1 right-1"
          >
            {revealed ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
