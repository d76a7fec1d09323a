import { useEffect, useState } from 'react';
import { type BundledPackage, bundledPackages } from '../../shared/bundled-packages';
import { call } from './call';
import { usePlugins } from './plugins';

/** The packages that came with the app and are not on yet. */
export function useOfferedPackages(): BundledPackage[] {
  const plugins = usePlugins(({ list }) => list);
  const [there, setThere] = useState<string[]>([]);
  useEffect(() => {
    call('packages.bundled', {}).then(setThere, () => undefined); // none is offered then
  }, []);
  const on = (id: string) => plugins.some((plugin) => plugin.id === id && plugin.enabled);
  return bundledPackages.filter(({ id }) => there.includes(id) && !on(id));
}

/** To the consent view; one that is installed already is asked about as such. */
export function openBundled(id: string): void {
  const installed = usePlugins.getState().list.some((plugin) => plugin.id === id);
  const asked = installed ? call('plugins.requestEnable', { id }) : call('packages.openBundled', { id });
  asked.catch(() => undefined); // a refusal is shown as a notice
}
