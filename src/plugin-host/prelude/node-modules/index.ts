import path from 'path-browserify';
import type { AvailableNodeModule } from '../../../shared/unsupported-import';
import type { PackageReader } from '../package-reader';
import { bufferModule } from './buffer';
import { fsModules } from './fs';
import { openTextEncodings } from './text-encodings';
import { urlModule } from './url';

/** The modules of Node that are there (S20), by name without `node:`. For boot. */
export function nodeModules(files: PackageReader): Record<AvailableNodeModule, Record<string, unknown>> {
  openTextEncodings();
  const { fs, promises } = fsModules(files);
  const posix = { ...path, toNamespacedPath: (given: string) => given, posix: null, win32: null } as Record<
    string,
    unknown
  >;
  // One world for both: the sandbox's paths are POSIX whatever the computer is.
  posix.posix = posix;
  posix.win32 = posix;
  return {
    path: posix,
    'path/posix': posix,
    url: urlModule(),
    fs,
    'fs/promises': promises,
    buffer: bufferModule(),
  };
}
