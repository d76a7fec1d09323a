import { useTranslation } from 'react-i18next';
import type { Language, Theme } from '../../shared/settings';
import { useLocked } from '../state/managed';
import { usePreferences } from '../state/preferences';
import { LockNote } from '../ui/lock-note';
import { Segments } from '../ui/segments';
import { SettingGroup, SettingRow } from './setting-row';

/** Language and theme; both take effect at once. */
export function AppearanceSettings() {
  const { t } = useTranslation();
  const { language, theme, change } = usePreferences();
  const languageLocked = useLocked('preferences.language');
  const themeLocked = useLocked('preferences.theme');
  return (
    <SettingGroup>
      <SettingRow
        label={t('settings.language')}
        hint={t('settings.languageHint')}
        note={languageLocked && <LockNote />}
      >
        {(control) => (
          <Segments<Language | 'system'>
            {...control}
            disabled={languageLocked}
            value={language ?? 'system'}
            // Each language by its own name: whoever needs it cannot read the other.
            options={[
              { value: 'system', label: t('settings.system') },
              { value: 'zh', label: '简体中文' },
              { value: 'en', label: 'English' },
            ]}
            onChange={(value) => change({ language: value === 'system' ? null : value })}
          />
        )}
      </SettingRow>
      <SettingRow
        label={t('settings.theme')}
        hint={t('settings.themeHint')}
        note={themeLocked && <LockNote />}
      >
        {(control) => (
          <Segments<Theme>
            {...control}
            disabled={themeLocked}
            value={theme}
            options={[
              { value: 'system', label: t('settings.system') },
              { value: 'light', label: t('settings.light') },
              { value: 'dark', label: t('settings.dark') },
            ]}
            onChange={(value) => change({ theme: value })}
          />
        )}
      </SettingRow>
    </SettingGroup>
  );
}
