import { create } from 'zustand';
import type { Params } from '../../shared/contract';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import type { NetworkSettings } from '../../shared/settings';
import { call } from './call';

interface Network {
  /** null until they were read once */
  settings: NetworkSettings | null;
  error: ErrorInfo | null;
  refresh(): Promise<void>;
}

/** How the outside is reached (X5). */
export const useNetwork = create<Network>()((set) => ({
  settings: null,
  error: null,
  refresh: async () => {
    try {
      set({ settings: await call('network.get', {}), error: null });
    } catch (error) {
      set({ error: toErrorInfo(error) });
    }
  },
}));

/** @returns whether it was saved; why not is in the store */
export async function saveNetwork(change: Params<'network.set'>): Promise<boolean> {
  try {
    useNetwork.setState({ settings: await call('network.set', change), error: null });
    return true;
  } catch (error) {
    useNetwork.setState({ error: toErrorInfo(error) });
    return false;
  }
}
