export { addDisabled, addEnabled, forgetPlugin, isEnabled } from './plugin-lists';
export { SettingsFile } from './settings';
