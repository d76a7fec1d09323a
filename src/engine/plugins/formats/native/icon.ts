import { lstatSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Diagnostic } from '../../../../shared/plugins';

const MAX_BYTES = 512 * 1024;
const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

/**
 * The icon as a `data:` URL, shown only as an image (where an SVG runs no script and loads nothing).
 * An icon that can't be used is a diagnostic, never a reason to refuse the package.
 */
export function readIcon(
  directory: string,
  file: string,
  manifest: string,
  diagnostics: Diagnostic[],
): string | null {
  const path = join(directory, file);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const reason = !stat?.isFile()
    ? 'is not in the package'
    : stat.size > MAX_BYTES
      ? 'is larger than 512 KiB'
      : null;
  if (reason) {
    diagnostics.push({
      severity: 'warning',
      code: 'icon_unusable',
      message: `${manifest}: icon: ${file} ${reason}`,
      file: manifest,
      field: 'icon',
    });
    return null;
  }
  const type = types[extname(file).toLowerCase()];
  return type ? `data:${type};base64,${readFileSync(path).toString('base64')}` : null;
}
