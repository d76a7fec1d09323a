import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PluginDetail, pluginLimits } from '../../shared/plugins';
import { setLimits, usePlugins } from '../state/plugins';
import { Button } from '../ui/button';
import { Field, TextInput } from '../ui/field';
import { draftOf, type LimitName, limitNames, readDraft, sameLimits } from './limits-draft';
import { Section } from './section';

/** How much memory and time the plugin may use (M13). */
export function PluginLimitsSection({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const pending = usePlugins((state) => state.pending === plugin.id);
  const standards = plugin.defaultLimits;
  const [draft, setDraft] = useState(draftOf(plugin.limits, standards));
  const [saved, setSaved] = useState(false);
  const { limits, invalid } = readDraft(draft, standards);
  const changed = invalid.length > 0 || !sameLimits(limits, plugin.limits, standards);
  const save = async (next: typeof limits | null) => {
    const done = await setLimits(plugin.id, next);
    setSaved(done);
    if (done) setDraft(draftOf(next ?? {}, standards));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed && invalid.length === 0 && !pending) void save(limits);
  };
  return (
    <Section title={t('limits.title')} note={t('limits.note')}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid grid-cols-3 gap-4 max-[960px]:grid-cols-1 max-[960px]:gap-3">
          {limitNames.map((name) => (
            <LimitField
              key={name}
              name={name}
              standard={standards[name]}
              value={draft[name]}
              invalid={invalid.includes(name)}
              onChange={(value) => {
                setSaved(false);
                setDraft({ ...draft, [name]: value });
              }}
            />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" disabled={pending || !changed || invalid.length > 0}>
            {t('limits.save')}
          </Button>
          <Button
            variant="quiet"
            disabled={pending || (sameLimits(plugin.limits, {}, standards) && !changed)}
            onClick={() => void save(null)}
          >
            {t('limits.reset')}
          </Button>
          {saved && !changed && (
            <span role="status" className="text-sm text-good">
              {t('limits.saved')}
            </span>
          )}
        </div>
      </form>
    </Section>
  );
}

interface LimitFieldProps {
  name: LimitName;
  /** what holds without a value */
  standard: number;
  value: string;
  invalid: boolean;
  onChange(value: string): void;
}

function LimitField({ name, standard, value, invalid, onChange }: LimitFieldProps) {
  const { t } = useTranslation();
  const { min, max } = pluginLimits[name];
  const unit = name === 'memoryMb' ? t('limits.mb') : t('limits.seconds');
  return (
    <Field
      label={t(`limits.${name}`)}
      hint={
        min === 0
          ? t('limits.rangeOrNone', { standard, unit, max })
          : t('limits.range', { standard, unit, min, max })
      }
      problem={invalid ? t('limits.invalid', { min, max }) : null}
    >
      {(control) => (
        <div className="relative">
          <TextInput
            {...control}
            inputMode="numeric"
            maxLength={6}
            placeholder={String(standard)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="pe-10 tabular-nums"
          />
          <span aria-hidden className="absolute inset-y-0 right-2.5 flex items-center text-sm text-ink-3">
            {unit}
          </span>
        </div>
      )}
    </Field>
  );
}
