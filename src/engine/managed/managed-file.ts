import { closeSync, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isPlainObject, parseJson } from '../../shared/json';

export interface ManagedLocation {
  path: string;
  /** user id that must own file and folder; null where rights are not seen from here (Windows) */
  owner: number | null;
}

/** What the administrator's file says (M20); `value` is null when there is none or it is not to be believed. */
export interface ManagedFile {
  path: string;
  value: Record<string, unknown> | null;
  /** why a file that is there is not used */
  problem: string | null;
}

/**
 * Where an administrator puts it. Fixed: a variable in the environment would be the user's to set, and with it what
 * binds the user.
 */
export function managedLocation(platform: NodeJS.Platform = process.platform): ManagedLocation {
  switch (platform) {
    case 'win32':
      return { path: 'C:\\ProgramData\\SecAgent\\settings.json', owner: null };
    case 'darwin':
      return { path: '/Library/Application Support/SecAgent/settings.json', owner: 0 };
    default:
      return { path: '/etc/secagent/settings.json', owner: 0 };
  }
}

export function noManagedFile(): ManagedFile {
  return { path: managedLocation().path, value: null, problem: null };
}

/** Reads it, if only an administrator can have written it. Judged and read through one descriptor. */
export function readManagedFile({ path, owner }: ManagedLocation): ManagedFile {
  const refuse = (problem: string): ManagedFile => ({ path, value: null, problem });
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { path, value: null, problem: null };
    return refuse(`can't be read (${code ?? 'unknown reason'})`);
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return refuse('is not a file');
    const weakness = owner === null ? null : (weaknessOf(stat, owner) ?? folderWeakness(path, owner));
    if (weakness) return refuse(weakness);
    return understand(path, readFileSync(descriptor, 'utf8'));
  } catch (error) {
    return refuse(`can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`);
  } finally {
    closeSync(descriptor);
  }
}

function understand(path: string, text: string): ManagedFile {
  try {
    const value = parseJson(text);
    if (isPlainObject(value)) return { path, value, problem: null };
  } catch {
    // not JSON: said below
  }
  return { path, value: null, problem: 'is not a JSON object' };
}

/** Whoever can write the folder can put another file there. */
function folderWeakness(path: string, owner: number): string | null {
  const weakness = weaknessOf(statSync(dirname(path)), owner);
  return weakness && `is in a folder that ${weakness}`;
}

function weaknessOf({ uid, mode }: Stats, owner: number): string | null {
  if (uid !== owner) return owner === 0 ? 'does not belong to root' : `does not belong to user ${owner}`;
  return mode & 0o022 ? 'can be written by others than its owner' : null;
}
