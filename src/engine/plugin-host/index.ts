export { PluginHosts } from './hosts';
export type { HostStatus, PluginHostsApi, PreRuleMatch, PromptText, RegisteredSkill } from './types';
