import { Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Language, Theme } from '../../shared/settings';
import { useEngine } from '../state/engine';
import { usePreferences } from '../state/preferences';
import { Menu, MenuChoice, MenuSeparator } from '../ui/menu';

/** Language and appearance; both take effect at once. */
export function SettingsMenu() {
  const { t } = useTranslation();
  const { language, theme, change } = usePreferences();
  const version = useEngine(({ status }) => status?.version);
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-8 items-center gap-2 rounded-md px-2 text-start text-ink-2 hover:bg-hover data-[state=open]:bg-hover"
        >
          <Settings size={16} aria-hidden className="shrink-0" />
          {t('sidebar.settings')}
        </button>
      }
    >
      <MenuChoice<Language | 'system'>
        title={t('settings.language')}
        value={language ?? 'system'}
        // Each language by its own name: whoever needs it cannot read the other.
        options={[
          { value: 'system', label: t('settings.system') },
          { value: 'zh', label: '简体中文' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(value) => change({ language: value === 'system' ? null : value })}
      />
      <MenuSeparator />
      <MenuChoice<Theme>
        title={t('settings.theme')}
        value={theme}
        options={[
          { value: 'system', label: t('settings.system') },
          { value: 'light', label: t('settings.light') },
          { value: 'dark', label: t('settings.dark') },
        ]}
        onChange={(value) => change({ theme: value })}
      />
      {version && (
        <>
          <MenuSeparator />
          <p className="px-2 py-1 text-xs text-ink-3">SecAgent {version}</p>
        </>
      )}
    </Menu>
  );
}
