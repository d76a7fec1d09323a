export { PluginHosts } from './hosts';
export type { PluginHostsApi, PromptText } from './types';
