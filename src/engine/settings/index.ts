export { addDisabled, addEnabled, forgetPlugin, isEnabled } from './plugin-lists';
export { readBaseUrl } from './read-models';
export { SettingsFile } from './settings';
