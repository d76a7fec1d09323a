import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { SecAgentError } from '../shared/errors';
import { packagePath } from '../shared/package-path';
import type { FileKind } from './guest-protocol';

/**
 * Reads of a package's own files. Containment is judged on real files: every component below the package's real
 * path is looked at and no symbolic link is followed (S13), so a contained path cannot lead out.
 */
export class PackageFiles {
  readonly #directory: string;

  /** @param directory absolute real path of the package */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** The file's text, or null when there is no such file. Throws for links and for paths that lead out. */
  read(file: string, maxBytes: number): string | null {
    return (
      this.bytes(file, maxBytes)
        ?.toString('utf8')
        .replace(/^\uFEFF/, '') ?? null
    );
  }

  /** Its bytes, or null when there is no such file. Throws like `read`. */
  bytes(file: string, maxBytes: number): Buffer | null {
    const kind = this.kind(file);
    if (kind?.kind !== 'file') return null;
    if (kind.bytes > maxBytes)
      throw new SecAgentError('quota_exceeded', `${file} is over ${maxBytes} bytes`, { file });
    return readFileSync(join(this.#directory, file));
  }

  /** What is in a folder, links left out; the package itself is `''`. */
  list(folder: string): ({ name: string } & FileKind)[] {
    if (this.kind(folder)?.kind !== 'directory') return [];
    const names = readdirSync(join(this.#directory, folder)).sort();
    return names.flatMap((name) => {
      const stats = lstatSync(join(this.#directory, folder, name), { throwIfNoEntry: false });
      const kind = stats && kindOf(stats);
      return kind ? [{ name, ...kind }] : [];
    });
  }

  kind(file: string): FileKind | null {
    if (file === '') return kindOf(lstatSync(this.#directory));
    const parts = file.split('/');
    if (
      parts.some(
        (part) => part === '..' || part === '.' || part === '' || part.includes('\\') || part.includes('\0'),
      )
    ) {
      throw outside(file);
    }
    let found: FileKind | null = { kind: 'directory', bytes: 0, modifiedAt: 0 };
    let path = this.#directory;
    for (const part of parts) {
      if (found?.kind !== 'directory') return null;
      path = join(path, part);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (!stats) return null;
      if (stats.isSymbolicLink())
        throw new SecAgentError('invalid_argument', `${file} is a symbolic link`, { file });
      found = kindOf(stats);
    }
    return found;
  }
}

/** null for links, devices and the like */
function kindOf(stats: Stats): FileKind | null {
  const modifiedAt = stats.mtimeMs;
  if (stats.isFile()) return { kind: 'file', bytes: stats.size, modifiedAt };
  return stats.isDirectory() ? { kind: 'directory', bytes: 0, modifiedAt } : null;
}

/** `packagePath`, throwing `invalid_argument` for what leads out. */
export function pathInPackage(given: string, from = ''): string {
  const path = packagePath(given, from);
  if (path === null) throw outside(given);
  return path;
}

function outside(given: string): SecAgentError {
  return new SecAgentError('invalid_argument', `${given.slice(0, 300)} is outside the package`, {
    file: given.slice(0, 300),
  });
}
