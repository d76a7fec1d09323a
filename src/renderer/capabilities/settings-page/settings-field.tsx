import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, inputClass, Select, TextInput } from '../../ui/field';
import { SecretInput } from '../../ui/secret-input';
import { Switch } from '../../ui/switch';
import type { PageField } from './read-settings-page';

interface SettingsFieldProps {
  field: PageField;
  value: string | boolean;
  disabled: boolean;
  onChange(value: string | boolean): void;
}

/** A field of a plugin's settings page, with the control its type has. */
export function SettingsField(props: SettingsFieldProps) {
  const { field, value, disabled, onChange } = props;
  if (field.type === 'boolean') return <SwitchField {...props} />;
  return (
    <Field label={<bdi>{field.label}</bdi>} hint={field.description && <bdi>{field.description}</bdi>}>
      {(control) => <Control {...{ control, field, value: String(value), disabled, onChange }} />}
    </Field>
  );
}

interface ControlProps extends SettingsFieldProps {
  control: { id: string; 'aria-describedby': string };
  value: string;
}

function Control({ control, field, value, disabled, onChange }: ControlProps) {
  const { t } = useTranslation();
  const shared = { ...control, disabled };
  const typed = {
    ...shared,
    value,
    placeholder: field.placeholder,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  switch (field.type) {
    case 'select':
      return (
        <Select
          {...shared}
          value={value}
          options={field.options.map((option) =>
            option.label === '' ? { ...option, label: t('settingsPage.choose') } : option,
          )}
          onChange={onChange}
        />
      );
    case 'secret':
      return <SecretInput {...typed} reveal={t('settingsPage.reveal')} conceal={t('settingsPage.conceal')} />;
    case 'number':
      return <TextInput {...typed} type="number" step="any" className="max-w-48 tabular-nums" />;
    default:
      // In an input of one line the breaks of a longer text would be lost.
      return String(field.value).includes('\n') ? (
        <textarea
          {...typed}
          rows={5}
          spellCheck={false}
          className={`${inputClass} block h-auto! resize-y py-1.5`}
        />
      ) : (
        <TextInput {...typed} />
      );
  }
}

function SwitchField({ field, value, disabled, onChange }: SettingsFieldProps) {
  const note = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">
          <bdi>{field.label}</bdi>
        </p>
        {field.description && (
          <p id={note} className="text-sm text-ink-3 [overflow-wrap:anywhere]">
            <bdi>{field.description}</bdi>
          </p>
        )}
      </div>
      <Switch
        label={field.label}
        describedBy={field.description ? note : undefined}
        checked={value === true}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
}
