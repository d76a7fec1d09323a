import { useTranslation } from 'react-i18next';
import type { ComponentStatus, PackageComponent } from '../../shared/components';
import type { PluginDetail } from '../../shared/plugins';
import { contentsTexts } from '../../shared/texts/contents';
import { currentLanguage } from '../i18n';
import { useView } from '../state/view';
import { Badge, type Tone } from '../ui/badge';
import { Button } from '../ui/button';
import { ReasonList } from '../ui/reason-list';
import { ServerTransport } from '../ui/server-transport';
import { Section } from './section';

/** Skills and servers of a package without code, each with what is wrong with it (S6). */
export function PackageComponents({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const showCapabilities = useView((view) => view.showCapabilities);
  const skills = plugin.components.filter((component) => component.kind === 'skill');
  const servers = plugin.components.filter((component) => component.kind === 'mcp-server');
  if (plugin.components.length === 0)
    return <p className="text-ink-2">{contentsTexts[currentLanguage()].nothing}</p>;
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      {skills.length > 0 && (
        <Section title={t('plugins.skills')} note={t('components.skillsNote')}>
          <ComponentList components={skills} />
          {plugin.enabled && (
            <Button className="mt-2.5" onClick={() => showCapabilities('skills')}>
              {t('components.toSkills')}
            </Button>
          )}
        </Section>
      )}
      {servers.length > 0 && (
        <Section title={t('plugins.mcpServers')} note={t('components.serversNote')}>
          <ComponentList components={servers} />
        </Section>
      )}
    </div>
  );
}

const tones: Record<ComponentStatus, Tone> = { ok: 'good', warning: 'warn', skipped: 'bad' };

function ComponentList({ components }: { components: readonly PackageComponent[] }) {
  const { t } = useTranslation();
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {components.map((component) => {
        const { kind, name, status, reasons } = component;
        return (
          <li key={`${kind} ${name}`} className="flex flex-col gap-1.5 px-3 py-2.5">
            <p className="flex flex-wrap items-center gap-x-2">
              <bdi className="font-mono text-sm [overflow-wrap:anywhere]">{name}</bdi>
              <Badge tone={tones[status]}>{t(`components.status.${status}`)}</Badge>
            </p>
            {kind === 'skill' && component.description && (
              <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
                <bdi>{component.description}</bdi>
              </p>
            )}
            {kind === 'mcp-server' && component.transport && (
              <ServerTransport transport={component.transport} />
            )}
            {reasons.length > 0 && <ReasonList reasons={reasons} grave={status === 'skipped'} />}
          </li>
        );
      })}
    </ul>
  );
}
