export { addDisabled, addEnabled, forgetPlugin, isEnabled } from './plugin-lists';
export { type Settings, SettingsFile } from './settings';
