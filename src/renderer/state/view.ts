import { create } from 'zustand';

export type Screen = 'chat' | 'capabilities';

interface View {
  screen: Screen;
  show(screen: Screen): void;
}

/** Which screen fills the main area. */
export const useView = create<View>()((set) => ({
  screen: 'chat',
  show: (screen) => set({ screen }),
}));
