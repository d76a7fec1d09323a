import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SecAgentError } from '../../../shared/errors';
import { agentPluginsFormat, findOther } from './agent-plugins';
import type { Format, PackageDescription } from './format';
import { nativeFormat } from './native';

export type { PackageDescription } from './format';

const formats: readonly Format[] = [nativeFormat, agentPluginsFormat];

/**
 * Reads the package in `directory`, told apart by its root manifest (S1).
 * @throws `package_two_manifests`, `package_no_manifest`, `package_format_unsupported`, and what the format throws
 */
export async function readPackage(directory: string): Promise<PackageDescription> {
  const found = formats.filter(({ manifestFile }) => existsSync(join(directory, manifestFile)));
  const present = found.map(({ manifestFile }) => manifestFile);
  if (present.length > 1) {
    throw new SecAgentError(
      'package_two_manifests',
      `the package has both ${present.join(' and ')} at its root; keep the one of the format it is meant to be`,
      { files: present },
    );
  }
  const [format] = found;
  if (format) return format.read(directory);
  const wanted = formats.map(({ manifestFile }) => manifestFile).join(' or ');
  const other = findOther(directory);
  const like = other ? `; ${other.path} makes it look like ${other.format}` : '';
  throw new SecAgentError(
    'package_no_manifest',
    `the package has no ${wanted} at its root (or in its one wrapping folder)${like}`,
    { file: wanted, ...(other && { looksLike: other.format }) },
  );
}
