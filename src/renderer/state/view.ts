import { create } from 'zustand';

export type Screen = 'chat' | 'capabilities' | 'settings';
export type SettingsSection =
  | 'models'
  | 'appearance'
  | 'workspace'
  | 'network'
  | 'privacy'
  | 'data'
  | 'about';

export type CapabilitiesTab = 'plugins' | 'skills';

interface View {
  screen: Screen;
  /** the part of the capabilities that was open last */
  capabilities: CapabilitiesTab;
  /** the part of the settings that was open last */
  section: SettingsSection;
  show(screen: Screen): void;
  showSettings(section: SettingsSection): void;
  showCapabilities(tab: CapabilitiesTab): void;
}

/** Which screen fills the main area. */
export const useView = create<View>()((set) => ({
  screen: 'chat',
  capabilities: 'plugins',
  section: 'models',
  show: (screen) => set({ screen }),
  showSettings: (section) => set({ screen: 'settings', section }),
  showCapabilities: (capabilities) => set({ screen: 'capabilities', capabilities }),
}));
