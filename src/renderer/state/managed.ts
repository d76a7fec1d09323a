import { create } from 'zustand';
import type { ManagedInfo } from '../../shared/managed';
import { call } from './call';

/** What the administrator of this computer decided (M20); null until it was read. */
export const useManaged = create<{ info: ManagedInfo | null }>()(() => ({ info: null }));

export async function refreshManaged(): Promise<void> {
  try {
    useManaged.setState({ info: await call('managed.get', {}) });
  } catch {
    // The engine is gone: its return reads it again.
  }
}

/** Whether a setting like `network.proxy` is the administrator's. */
export function useLocked(setting: string): boolean {
  return useManaged(({ info }) => info?.locked.includes(setting) ?? false);
}
