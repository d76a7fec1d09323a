import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from '../shared/bundled-packages';
import { SecAgentError } from '../shared/errors';

/** Packages that come with the app, by id: only those the app knows, whatever else lies in the folder. */
export function openBundledPackages(folder: string) {
  const find = (id: string): string | null => {
    if (!existsSync(folder) || !bundledPackages.some((known) => known.id === id)) return null;
    const name = readdirSync(folder).find(
      (file) => file.startsWith(`${id}-`) && /-\d+\.\d+\.\d+\.zip$/.test(file),
    );
    return name ? join(folder, name) : null;
  };
  return {
    list: () => bundledPackages.map(({ id }) => id).filter((id) => find(id) !== null),
    /** @throws `package_not_found` */
    path(id: string): string {
      const path = find(id);
      if (!path) throw new SecAgentError('package_not_found', `no package "${id}" came with the app`, { id });
      return path;
    },
  };
}
