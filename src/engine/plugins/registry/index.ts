export { type PluginRecord, PluginRecords } from './records';
