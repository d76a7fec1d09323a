import { readFileSync, statSync } from 'node:fs';
import AdmZip from 'adm-zip';
import { SecAgentError } from '../../../shared/errors';
import { decodeEntryName, entrySegments, isClutter, refuseCollisions } from './entry-names';

/** S4. Sizes in bytes. */
export interface ZipLimits {
  /** of the file itself */
  packageBytes: number;
  unpackedBytes: number;
  entries: number;
  /** unpacked : packed, judged once an entry or the whole is over `ratioFrom` */
  ratio: number;
  ratioFrom: number;
}

const packageLimits: ZipLimits = {
  packageBytes: 25 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  entries: 10_000,
  ratio: 200,
  ratioFrom: 4 * 1024 * 1024,
};

export interface PackageFile {
  /** relative, forward slashes, safe on every system */
  path: string;
  /** Unpacks it; the bytes are checked against size and checksum. */
  read(): Buffer;
}

const UTF8_NAME = 0x800;
const ENCRYPTED = 0x1;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const DIRECTORY = 0o040000;
const SYMLINK = 0o120000;

/**
 * Opens a package and judges every entry before any is unpacked; the one wrapping folder is taken off (S1, S4).
 * @throws `package_*` with one sentence that names the entry and the rule
 */
export function readZip(path: string, limits: ZipLimits = packageLimits): PackageFile[] {
  const bytes = readPackageFile(path, limits);
  const entries = openEntries(bytes);
  if (entries.length > limits.entries) {
    throw new SecAgentError(
      'package_too_large',
      `the package has ${entries.length} files; at most ${limits.entries} are allowed`,
    );
  }
  refuseOverlaps(entries);
  let unpacked = 0;
  const files: (PackageFile & { segments: string[] })[] = [];
  for (const entry of entries) {
    const segments = entrySegments(
      decodeEntryName(entry.rawEntryName, (entry.header.flags & UTF8_NAME) !== 0),
    );
    judgeKind(entry, segments.join('/'));
    if (segments.length === 0 || isClutter(segments) || isDirectory(entry)) continue;
    unpacked += entry.header.size;
    judgeSize(entry.header.size, entry.header.compressedSize, segments.join('/'), limits);
    files.push({ segments, path: segments.join('/'), read: () => unpack(entry, segments.join('/')) });
  }
  if (files.length === 0) throw new SecAgentError('package_empty', 'the package is empty');
  if (unpacked > limits.unpackedBytes) {
    throw new SecAgentError(
      'package_too_large',
      `the package is larger than ${mebibytes(limits.unpackedBytes)} when unpacked`,
      {
        bytes: unpacked,
      },
    );
  }
  judgeSize(unpacked, bytes.length, 'the package', limits);
  const unwrapped = unwrap(files);
  const folders = refuseCollisions(unwrapped.map((file) => file.path));
  if (folders + unwrapped.length > limits.entries) {
    throw new SecAgentError(
      'package_too_large',
      `the package has more than ${limits.entries} files and folders`,
    );
  }
  return unwrapped;
}

function readPackageFile(path: string, limits: ZipLimits): Buffer {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new SecAgentError('package_not_found', `there is no file ${path}`, { path });
  if (stat.isDirectory()) {
    throw new SecAgentError('package_not_a_zip', 'this is a folder; drop the plugin as a .zip file', {
      path,
    });
  }
  if (!stat.isFile()) throw new SecAgentError('package_not_a_zip', 'this is not a regular file', { path });
  if (stat.size === 0) throw new SecAgentError('package_empty', 'the file is empty', { path });
  if (stat.size > limits.packageBytes) {
    throw new SecAgentError(
      'package_too_large',
      `the package is larger than ${mebibytes(limits.packageBytes)}`,
      {
        path,
        bytes: stat.size,
      },
    );
  }
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 0, 2) !== 'PK') {
    throw new SecAgentError('package_not_a_zip', 'this is not a zip file', { path });
  }
  return bytes;
}

function openEntries(bytes: Buffer): AdmZip.IZipEntry[] {
  try {
    return new AdmZip(bytes, { noSort: true }).getEntries();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/duplicate/i.test(message)) {
      throw new SecAgentError('package_name_collision', `the package has the same file twice (${message})`);
    }
    throw new SecAgentError(
      'package_damaged',
      'the zip file is damaged or incomplete',
      { reason: message },
      { cause: error },
    );
  }
}

function judgeKind(entry: AdmZip.IZipEntry, name: string): void {
  if (entry.header.flags & ENCRYPTED) {
    throw new SecAgentError('package_encrypted', `the package is protected with a password (${name})`, {
      name,
    });
  }
  const type = (entry.attr >>> 16) & FILE_TYPE;
  if (type === SYMLINK) {
    throw new SecAgentError(
      'package_link',
      `the package has a symbolic link, ${name}; links are not allowed`,
      { name },
    );
  }
  if (type !== 0 && type !== REGULAR && type !== DIRECTORY) {
    throw new SecAgentError(
      'package_link',
      `the package has a special file, ${name}; only files and folders are allowed`,
      { name },
    );
  }
}

function isDirectory(entry: AdmZip.IZipEntry): boolean {
  const last = entry.rawEntryName.at(-1);
  return last === 0x2f || last === 0x5c || ((entry.attr >>> 16) & FILE_TYPE) === DIRECTORY;
}

function judgeSize(unpacked: number, packed: number, name: string, limits: ZipLimits): void {
  if (unpacked > limits.unpackedBytes) {
    throw new SecAgentError(
      'package_too_large',
      `${name} is larger than ${mebibytes(limits.unpackedBytes)} when unpacked`,
      {
        name,
        bytes: unpacked,
      },
    );
  }
  if (unpacked > limits.ratioFrom && unpacked > packed * limits.ratio) {
    throw new SecAgentError('package_bomb', `${name} unpacks to more than ${limits.ratio} times its size`, {
      name,
    });
  }
}

/** Entries that share bytes are how small archives become huge ones. */
function refuseOverlaps(entries: readonly AdmZip.IZipEntry[]): void {
  const LOCAL_HEADER_BYTES = 30;
  const extents = entries
    .map((entry) => ({
      start: entry.header.offset,
      end: entry.header.offset + LOCAL_HEADER_BYTES + entry.rawEntryName.length + entry.header.compressedSize,
    }))
    .sort((a, b) => a.start - b.start);
  for (const [index, extent] of extents.entries()) {
    const next = extents[index + 1];
    if (next && next.start < extent.end) {
      throw new SecAgentError('package_bomb', 'files inside the package overlap each other');
    }
  }
}

function unpack(entry: AdmZip.IZipEntry, name: string): Buffer {
  let data: Buffer;
  try {
    data = entry.getData();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new SecAgentError('package_bomb', `${name} unpacks to more than the package says`, { name });
    }
    throw new SecAgentError(
      'package_damaged',
      `${name} is damaged inside the package`,
      { name },
      { cause: error },
    );
  }
  if (data.length !== entry.header.size) {
    throw new SecAgentError('package_damaged', `${name} is shorter or longer than the package says`, {
      name,
    });
  }
  return data;
}

/** Takes off the one folder everything is in, unless a manifest stands beside it. */
function unwrap(files: (PackageFile & { segments: string[] })[]): PackageFile[] {
  const [first] = files;
  const wrapper = first?.segments[0];
  const wrapped = files.every((file) => file.segments.length > 1 && file.segments[0] === wrapper);
  if (!wrapped) return files;
  return files.map((file) => ({ path: file.segments.slice(1).join('/'), read: file.read }));
}

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
