import { Cpu, Database, Folder, Info, type LucideIcon, Network, Palette, ShieldCheck } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type SettingsSection, useView } from '../state/view';
import { AboutSettings } from './about-settings';
import { AppearanceSettings } from './appearance-settings';
import { DataSettings } from './data-settings';
import { ModelSettings } from './model-settings';
import { NetworkSettings } from './network-settings';
import { PrivacySettings } from './privacy-settings';
import { WorkspaceSettings } from './workspace-settings';

const sections: readonly { id: SettingsSection; icon: LucideIcon; content: ReactNode }[] = [
  { id: 'models', icon: Cpu, content: <ModelSettings /> },
  { id: 'appearance', icon: Palette, content: <AppearanceSettings /> },
  { id: 'workspace', icon: Folder, content: <WorkspaceSettings /> },
  { id: 'network', icon: Network, content: <NetworkSettings /> },
  { id: 'privacy', icon: ShieldCheck, content: <PrivacySettings /> },
  { id: 'data', icon: Database, content: <DataSettings /> },
  { id: 'about', icon: Info, content: <AboutSettings /> },
];

/** Settings: the parts on the left, the chosen one beside them. */
export function SettingsScreen() {
  const { t } = useTranslation();
  const { section, showSettings } = useView();
  return (
    <main aria-label={t('settings.title')} className="flex h-full min-w-0 flex-col bg-surface">
      <header className="flex h-12 shrink-0 items-center border-b border-line px-5">
        <h1 className="truncate font-semibold">
          {t('settings.title')}
          <span className="font-normal text-ink-3"> / {t(`settings.${section}`)}</span>
        </h1>
      </header>
      <Tabs.Root
        orientation="vertical"
        value={section}
        onValueChange={(next) => showSettings(next as SettingsSection)}
        className="flex min-h-0 flex-1"
      >
        <Tabs.List
          aria-label={t('settings.sections')}
          className="flex w-48 shrink-0 flex-col gap-0.5 overflow-y-auto border-e border-line p-2 max-[960px]:w-40"
        >
          {sections.map(({ id, icon: Icon }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              className="flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-start text-ink-2 hover:bg-hover focus-visible:-outline-offset-2 data-[state=active]:bg-accent-soft data-[state=active]:font-medium data-[state=active]:text-accent-strong"
            >
              <Icon size={16} aria-hidden className="shrink-0" />
              {t(`settings.${id}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {sections.map(({ id, content }) => (
          <Tabs.Content
            key={id}
            value={id}
            className="min-w-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
          >
            <div className="max-w-[720px] px-7 py-6">{content}</div>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </main>
  );
}
