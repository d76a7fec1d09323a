import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SecAgentError } from '../../../shared/errors';
import type { Format, PackageDescription } from './format';
import { nativeFormat } from './native';

export type { PackageDescription } from './format';

const formats: readonly Format[] = [nativeFormat];

/** Root manifests of formats that are known by name but can't be installed yet. */
const otherManifests: Readonly<Record<string, string>> = { 'plugin.json': 'Agent Plugins' };

/**
 * Reads the package in `directory`, told apart by its root manifest (S1).
 * @throws `package_two_manifests`, `package_no_manifest`, `package_format_unsupported`, and what the format throws
 */
export async function readPackage(directory: string): Promise<PackageDescription> {
  const names = [...formats.map((format) => format.manifestFile), ...Object.keys(otherManifests)];
  const present = names.filter((name) => existsSync(join(directory, name)));
  if (present.length > 1) {
    throw new SecAgentError(
      'package_two_manifests',
      `the package has both ${present.join(' and ')} at its root; keep the one of the format it is meant to be`,
      { files: present },
    );
  }
  const [manifest] = present;
  if (manifest === undefined) {
    throw new SecAgentError(
      'package_no_manifest',
      `the package has no ${nativeFormat.manifestFile} at its root (or in its one wrapping folder)`,
      { file: nativeFormat.manifestFile },
    );
  }
  const format = formats.find((candidate) => candidate.manifestFile === manifest);
  if (!format) {
    throw new SecAgentError(
      'package_format_unsupported',
      `${manifest} makes this an ${otherManifests[manifest]} package, which this version can't install yet`,
      { file: manifest, format: otherManifests[manifest] },
    );
  }
  return format.read(directory);
}
