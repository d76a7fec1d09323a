export { Plugins } from './plugins';
export { PluginRecords } from './registry';
