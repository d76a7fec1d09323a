import { FilePlus2, RotateCw } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { pickPackages } from '../state/packages';
import { reloadSkills, useSkills } from '../state/skills';
import { type CapabilitiesTab, useView } from '../state/view';
import { Button } from '../ui/button';
import { PluginsPanel } from './plugins-panel';
import { SkillsPanel } from './skills-panel';

const tabs = ['plugins', 'skills'] as const;

/** Capabilities: plugins, and the skills they and folders bring. */
export function CapabilitiesScreen() {
  const { t } = useTranslation();
  const { capabilities: tab, showCapabilities } = useView();
  return (
    <main aria-label={t('plugins.title')} className="h-full min-w-0 bg-surface">
      <Tabs.Root
        value={tab}
        onValueChange={(next) => showCapabilities(next as CapabilitiesTab)}
        className="flex h-full flex-col"
      >
        <header className="flex h-12 shrink-0 items-center gap-5 border-b border-line ps-5 pe-3">
          <h1 className="font-semibold whitespace-nowrap">{t('plugins.title')}</h1>
          <Tabs.List aria-label={t('skills.parts')} className="flex h-full flex-1 gap-4">
            {tabs.map((value) => (
              <Tabs.Trigger
                key={value}
                value={value}
                className="-mb-px h-12 border-b-2 whitespace-nowrap border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
              >
                {t(`${value}.tab`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {tab === 'plugins' ? (
            <Button onClick={pickPackages}>
              <FilePlus2 size={15} aria-hidden />
              {t('plugins.install')}
            </Button>
          ) : (
            <ReloadButton />
          )}
        </header>
        <Tabs.Content value="plugins" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <PluginsPanel />
        </Tabs.Content>
        <Tabs.Content value="skills" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <SkillsPanel />
        </Tabs.Content>
      </Tabs.Root>
    </main>
  );
}

function ReloadButton() {
  const { t } = useTranslation();
  const reloading = useSkills((state) => state.reloading);
  return (
    <Button disabled={reloading} onClick={() => void reloadSkills()}>
      <RotateCw size={14} aria-hidden />
      {t('skills.reload')}
    </Button>
  );
}
