export { PluginHosts } from './hosts';
export type {
  HostStatus,
  PluginHostPorts,
  PluginHostsApi,
  PluginHostsOptions,
  PluginPackage,
  PromptText,
  RegisteredSkill,
  RegisteredTool,
  RuleOutcome,
  SkillMatch,
} from './types';
