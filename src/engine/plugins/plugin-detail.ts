import { join } from 'node:path';
import type { PluginDetail, PluginSummary } from '../../shared/plugins';
import type { PluginHostsApi } from '../plugin-host';
import { defaultLimits, limitsOf, type Settings } from '../settings';
import { packageSkills } from './package-skills';
import type { PluginRecord } from './registry';

/** Everything about one plugin: what its package holds, and what it has registered while it runs. */
export function pluginDetail(
  summary: PluginSummary,
  record: PluginRecord,
  directory: string,
  hosts: PluginHostsApi,
  settings: Settings,
): PluginDetail {
  const { id, readme, components, settingsPages } = record.description;
  // Those that are skipped are among the components, with the reason.
  const ownSkills = packageSkills(record, directory)
    .filter(({ isSound }) => isSound)
    .map(({ name, description, directory: folder }) => ({
      name,
      description,
      path: join(folder, 'SKILL.md'),
      pattern: null,
    }));
  return {
    ...summary,
    readme,
    tools: hosts.tools(id).map(({ pluginId: _, ...tool }) => tool),
    skills: [...hosts.skills(id).map(({ pluginId: _, directory: __, ...skill }) => skill), ...ownSkills],
    prompts: hosts.prompts(id).map((prompt) => prompt.name),
    rules: hosts.rules(id).map(({ name, pattern }) => ({ name, pattern })),
    preRules: hosts.preRules(id).map(({ name }) => name),
    mcpServers: components.flatMap((component) =>
      component.kind === 'mcp-server' && component.transport ? `${id}__${component.name}` : [],
    ),
    components,
    settingsPages,
    settingsHandlers: hosts.settingsHandlers(id),
    limits: limitsOf(settings, id),
    defaultLimits: defaultLimits(settings),
  };
}
