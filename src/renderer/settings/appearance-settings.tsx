import { useTranslation } from 'react-i18next';
import type { Language, Theme } from '../../shared/settings';
import { usePreferences } from '../state/preferences';
import { Segments } from '../ui/segments';
import { SettingGroup, SettingRow } from './setting-row';

/** Language and theme; both take effect at once. */
export function AppearanceSettings() {
  const { t } = useTranslation();
  const { language, theme, change } = usePreferences();
  return (
    <SettingGroup>
      <SettingRow label={t('settings.language')} hint={t('settings.languageHint')}>
        {(control) => (
          <Segments<Language | 'system'>
            {...control}
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
      <SettingRow label={t('settings.theme')} hint={t('settings.themeHint')}>
        {(control) => (
          <Segments<Theme>
            {...control}
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
