import { useTranslation } from 'react-i18next';
import { modelPresets } from '../../shared/model-presets';
import { Field } from '../ui/field';
import { SecretInput } from '../ui/secret-input';
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
        <SecretInput
          {...control}
          reveal={t('connect.reveal')}
          conceal={t('connect.conceal')}
          autoFocus={autoFocus}
          value={draft.key}
          maxLength={1000}
          placeholder={t(`connect.${placeholder}`)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
