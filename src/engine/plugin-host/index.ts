export { PluginHosts } from './hosts';
export type {
  HostStatus,
  PluginHostsApi,
  PluginHostsOptions,
  PluginPackage,
  PreRuleMatch,
  PromptText,
  RegisteredSkill,
  RegisteredTool,
} from './types';
