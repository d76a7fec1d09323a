import type { Check } from '../shared/checks';
import { openConnections } from './connections';
import { runChecks } from './diagnostics';
import { type DirectoryOptions, resolveDirectories } from './directories';
import type { EngineOptions } from './engine';
import { managedLocation, readManagedFile } from './managed';
import { SettingsFile } from './settings';

type DoctorOptions = DirectoryOptions & Pick<EngineOptions, 'managed' | 'model' | 'secrets' | 'resolveProxy'>;

/** What an engine would stand on, looked at without starting one. */
export function examine(options: DoctorOptions): Promise<Check[]> {
  const directories = resolveDirectories(options);
  const settings = new SettingsFile(directories.config, undefined, () =>
    readManagedFile(options.managed ?? managedLocation()),
  );
  const { testNetwork, testKey } = openConnections(options, settings);
  return runChecks({ directories, settings, testNetwork, testKey });
}
