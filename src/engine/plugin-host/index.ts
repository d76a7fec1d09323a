export { PluginHosts } from './hosts';
export type { HostStatus, PluginHostsApi, PromptText } from './types';
