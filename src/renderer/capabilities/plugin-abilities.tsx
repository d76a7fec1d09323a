import { useTranslation } from 'react-i18next';
import type { PluginDetail, ToolInfo } from '../../shared/plugins';
import { offerTool, usePlugins } from '../state/plugins';
import { Badge } from '../ui/badge';
import { Section } from './section';

/** What the plugin registered: tools with their choice, skills, prompts, rules. */
export function PluginAbilities({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTranslation();
  const { tools, skills, prompts, rules, preRules, mcpServers } = plugin;
  if ([tools, skills, prompts, rules, preRules, mcpServers].every((list) => list.length === 0)) {
    return (
      <p className="text-ink-2">
        {plugin.state === 'ready' ? t('plugins.nothingRegistered') : t('plugins.notRunningAbilities')}
      </p>
    );
  }
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      {tools.length > 0 && (
        <Section
          title={t('plugins.tools')}
          note={tools.some((tool) => tool.hidden) ? t('plugins.hiddenNote') : ''}
        >
          <ul className="divide-y divide-line rounded-md border border-line">
            {tools.map((tool) => (
              <ToolRow key={tool.key} pluginId={plugin.id} tool={tool} />
            ))}
          </ul>
        </Section>
      )}
      {skills.length > 0 && (
        <Section title={t('plugins.skills')}>
          <ul className="divide-y divide-line rounded-md border border-line">
            {skills.map((skill) => (
              <li key={skill.name} className="px-3 py-2.5">
                <p className="font-mono text-sm">{skill.name}</p>
                <p className="text-sm text-ink-2">{skill.description}</p>
                {skill.pattern && (
                  <p className="mt-0.5 text-xs text-ink-3 [overflow-wrap:anywhere]">
                    {t('plugins.autoLoad', { pattern: skill.pattern })}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {rules.length > 0 && (
        <Section title={t('plugins.rules')}>
          <ul className="divide-y divide-line rounded-md border border-line">
            {rules.map((rule) => (
              <li key={rule.name} className="px-3 py-2.5">
                <p className="font-mono text-sm">{rule.name}</p>
                <p className="font-mono text-xs text-ink-3 [overflow-wrap:anywhere]">{rule.pattern}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Names title={t('plugins.preRules')} names={preRules} />
      <Names title={t('plugins.prompts')} note={t('plugins.promptsNote')} names={prompts} />
      <Names title={t('plugins.mcpServers')} names={mcpServers} />
    </div>
  );
}

function ToolRow({ pluginId, tool }: { pluginId: string; tool: ToolInfo }) {
  const { t } = useTranslation();
  const offered = usePlugins((state) => state.offered === null || state.offered.includes(tool.key));
  return (
    <li className="flex items-start gap-4 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-mono text-sm [overflow-wrap:anywhere]">
          {tool.key}
          {tool.hidden && <Badge title={t('tool.hiddenHint')}>{t('tool.hidden')}</Badge>}
        </p>
        <p className="text-sm text-ink-2">{tool.description}</p>
      </div>
      {!tool.hidden && (
        <label
          className="flex shrink-0 items-center gap-1.5 text-sm text-ink-2"
          title={t('plugins.offeredHint')}
        >
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={offered}
            onChange={(event) => void offerTool(pluginId, tool.key, event.target.checked)}
          />
          {t('plugins.offered')}
        </label>
      )}
    </li>
  );
}

function Names({ title, note, names }: { title: string; note?: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Section title={title} note={note ?? ''}>
      <ul className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li key={name} className="rounded-sm bg-sunken px-2 font-mono text-sm">
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
