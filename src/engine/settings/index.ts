export {
  addDisabled,
  addEnabled,
  defaultLimits,
  forgetPlugin,
  isEnabled,
  limitsOf,
  offerNewTools,
  selectTools,
  setLimits,
  withdrawEnabled,
} from './plugin-lists';
export { decidedSwitch, refusePlugin, refuseSource, refuseSwitchingOff } from './plugin-policy';
export { readBaseUrl, readModelSettings } from './read-models';
export { readNetworkSettings } from './read-network';
export { type Settings, SettingsFile } from './settings';
export { chooseSkill } from './skill-choices';
