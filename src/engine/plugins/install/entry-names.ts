import { SecAgentError } from '../../../shared/errors';

const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const forbiddenCharacter = /[\u0000-\u001f<>:"|?*\u007f]/;

/** Deeper trees are made to exhaust folders, not to hold a plugin (ATTACKS 9). */
const MAX_SEGMENTS = 32;

/**
 * Reads a name as UTF-8, then as GB18030 (what Chinese Windows writes); a name marked UTF-8 must be UTF-8 (S4).
 * @throws `package_unsafe_path` when it is neither
 */
export function decodeEntryName(raw: Uint8Array, markedUtf8: boolean): string {
  for (const encoding of markedUtf8 ? ['utf-8'] : ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(raw);
    } catch {
      // not this encoding: the next one, or the refusal below
    }
  }
  throw new SecAgentError(
    'package_unsafe_path',
    'the package has a file name that is neither UTF-8 nor GB18030',
    {
      name: Buffer.from(raw).toString('latin1'),
    },
  );
}

/**
 * Splits an entry's name into safe segments (S4, ATTACKS 8). Backslashes are separators first and judged after.
 * @throws `package_unsafe_path` naming the entry and the rule
 */
export function entrySegments(name: string): string[] {
  const path = name.replaceAll('\\', '/');
  const refuse = (rule: string) => {
    throw new SecAgentError(
      'package_unsafe_path',
      `the package has an unsafe file name, ${JSON.stringify(name)}: ${rule}`,
      {
        name,
        rule,
      },
    );
  };
  if (path.startsWith('/')) refuse('absolute paths are not allowed');
  if (/^[A-Za-z]:/.test(path)) refuse('drive letters are not allowed');
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  for (const segment of segments) {
    if (segment === '..') refuse('".." is not allowed');
    if (forbiddenCharacter.test(segment)) refuse('control characters and < > : " | ? * are not allowed');
    if (/[. ]$/.test(segment)) refuse('names must not end with a dot or a space');
    if (deviceName.test(segment)) refuse(`"${segment}" is a device name on Windows`);
    if (Buffer.byteLength(segment) > 255) refuse('names must be at most 255 bytes');
  }
  if (segments.length > MAX_SEGMENTS) refuse(`paths must be at most ${MAX_SEGMENTS} folders deep`);
  if (path.length > 1000) refuse('paths must be at most 1000 characters');
  return segments;
}

/** Files that operating systems leave in archives and that mean nothing (S1). */
export function isClutter(segments: readonly string[]): boolean {
  const last = segments.at(-1);
  return segments[0] === '__MACOSX' || last === '.DS_Store' || last === 'Thumbs.db' || last === 'desktop.ini';
}

/** Two names with the same key are one file on some of the systems we run on: case, Unicode normalisation. */
export function collisionKey(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/**
 * Refuses names that collide, and a file that another entry uses as a folder.
 * @returns how many folders the package has
 * @throws `package_name_collision` naming both
 */
export function refuseCollisions(paths: readonly string[]): number {
  const files = new Map<string, string>();
  const refuse = (a: string, b: string) => {
    throw new SecAgentError(
      'package_name_collision',
      `the package has two names that are one file on some computers: ${a} and ${b}`,
      {
        names: [a, b],
      },
    );
  };
  for (const path of paths) {
    const key = collisionKey(path);
    const other = files.get(key);
    if (other !== undefined) refuse(other, path);
    files.set(key, path);
  }
  // Spelling of folders must agree too: `Skills/a` beside `skills/b` is one folder or two.
  const folders = new Map<string, string>();
  const known = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (known.has(folder)) break; // its parents are known too
      known.add(folder);
      const key = collisionKey(folder);
      const file = files.get(key);
      if (file !== undefined) refuse(file, path);
      const other = folders.get(key);
      if (other !== undefined && other !== folder) refuse(other, folder);
      folders.set(key, folder);
    }
  }
  return known.size;
}
