import { Buffer } from 'buffer/';
import path from 'path-browserify';
import { PACKAGE_ROOT } from '../../../shared/package-path';
import type { FileKind } from '../../guest-protocol';
import type { PackageReader } from '../package-reader';
import { fileURLToPath } from './url';

type Options =
  | string
  | { encoding?: string | null; withFileTypes?: boolean; recursive?: boolean; throwIfNoEntry?: boolean }
  | null
  | undefined;
type Done = (error: unknown, value?: unknown) => void;

const WRITERS = [
  'appendFile',
  'chmod',
  'chown',
  'copyFile',
  'cp',
  'link',
  'mkdir',
  'mkdtemp',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'truncate',
  'unlink',
  'utimes',
  'writeFile',
] as const;
/** There for one way of calling only. */
const OTHER_WRITERS = ['createWriteStream', 'open', 'openSync', 'watch', 'watchFile'] as const;
const constants = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, COPYFILE_EXCL: 1, O_RDONLY: 0 };

/**
 * `node:fs` that reads the plugin's own package (S20): paths below `/plugin`, which is where `import.meta.dirname` says the
 * package is. Everything else is not there, and whatever writes fails with `EROFS`.
 */
export function fsModules(files: PackageReader): {
  fs: Record<string, unknown>;
  promises: Record<string, unknown>;
} {
  const readers: Record<string, (...args: never[]) => unknown> = {
    readFile(given: unknown, options?: Options) {
      const file = locate(given, 'open');
      const kind = found(files.kind(file), given, 'open');
      if (kind.kind === 'directory') throw failure('EISDIR', 'illegal operation on a directory', 'read');
      const encoding = typeof options === 'string' ? options : options?.encoding;
      if (!encoding || encoding === 'buffer') return bufferOf(files.bytes(file));
      return /^utf-?8$/i.test(encoding)
        ? files.text(file)
        : bufferOf(files.bytes(file)).toString(encoding as BufferEncoding);
    },
    stat: (given: unknown, options?: Options) => stats(given, options, 'stat'),
    lstat: (given: unknown, options?: Options) => stats(given, options, 'lstat'),
    readdir(given: unknown, options?: Options) {
      const folder = locate(given, 'scandir');
      const kind = found(files.kind(folder), given, 'scandir');
      if (kind.kind !== 'directory') throw failure('ENOTDIR', 'not a directory', 'scandir', given);
      const { withFileTypes = false, recursive = false } =
        typeof options === 'object' && options ? options : {};
      return list(folder, recursive).map(({ parent, name, kind: entry }) =>
        withFileTypes ? dirent(parent, name, entry) : path.relative(folder, path.join(parent, name)),
      );
    },
    realpath(given: unknown) {
      const file = locate(given, 'realpath');
      found(files.kind(file), given, 'realpath');
      return file;
    },
    access(given: unknown, mode = constants.F_OK) {
      found(files.kind(locate(given, 'access')), given, 'access');
      if (mode & constants.W_OK) throw readOnly('access', given);
    },
  };

  const stats = (given: unknown, options: Options, call: string) => {
    const kind = files.kind(locate(given, call));
    if (!kind && typeof options === 'object' && options?.throwIfNoEntry === false) return undefined;
    return new Stats(found(kind, given, call));
  };
  const list = (folder: string, recursive: boolean): { parent: string; name: string; kind: FileKind }[] =>
    files.list(folder).flatMap(({ name, ...kind }) => {
      const own = { parent: folder, name, kind };
      return recursive && kind.kind === 'directory' ? [own, ...list(path.join(folder, name), true)] : [own];
    });
  const exists = (given: unknown): boolean => {
    try {
      return files.kind(locate(given, 'access')) !== null;
    } catch {
      return false;
    }
  };

  const promises: Record<string, unknown> = { constants };
  const fs: Record<string, unknown> = {
    constants,
    ...constants,
    promises,
    existsSync: exists,
    exists: (given: unknown, done: (there: boolean) => void) => queueMicrotask(() => done(exists(given))),
    Stats,
  };
  for (const [name, read] of Object.entries(readers)) {
    const run = read as (...args: unknown[]) => unknown;
    fs[`${name}Sync`] = run;
    fs[name] = withCallback(run);
    promises[name] = async (...args: unknown[]) => run(...args);
  }
  for (const name of WRITERS) {
    const refuse = (given: unknown) => {
      throw readOnly(name, given);
    };
    fs[`${name}Sync`] = refuse;
    fs[name] = withCallback(refuse);
    promises[name] = async (given: unknown) => refuse(given);
  }
  for (const name of OTHER_WRITERS) {
    fs[name] = (given: unknown) => {
      throw readOnly(name, given);
    };
  }
  fs.realpathSync = Object.assign(fs.realpathSync as object, { native: fs.realpathSync });
  return { fs, promises };
}

/** The path below `/plugin` that is meant; a relative one is the package's. */
function locate(given: unknown, call: string): string {
  let text: string;
  if (typeof given === 'string') text = given.startsWith('file:') ? fileURLToPath(given) : given;
  else if (given instanceof URL) text = fileURLToPath(given);
  else if (given instanceof Uint8Array) text = new TextDecoder().decode(given);
  else
    throw Object.assign(
      new TypeError('The "path" argument must be of type string or an instance of Buffer or URL'),
      {
        code: 'ERR_INVALID_ARG_TYPE',
      },
    );
  const resolved = path.resolve(PACKAGE_ROOT, text.replace(/\\/g, '/'));
  if (resolved !== PACKAGE_ROOT && !resolved.startsWith(`${PACKAGE_ROOT}/`)) {
    throw failure('ENOENT', 'no such file or directory (a plugin reads its own package only)', call, given);
  }
  return resolved;
}

function found(kind: FileKind | null, given: unknown, call: string): FileKind {
  if (kind) return kind;
  throw failure('ENOENT', 'no such file or directory', call, given);
}

function readOnly(call: string, given: unknown): Error {
  return failure('EROFS', 'read-only file system (a plugin keeps its data with api.setConfig)', call, given);
}

function failure(code: string, what: string, call: string, given?: unknown): Error {
  const at = given === undefined ? '' : ` '${String(given)}'`;
  const errno = { ENOENT: -2, EISDIR: -21, ENOTDIR: -20, EROFS: -30 }[code];
  return Object.assign(new Error(`${code}: ${what}, ${call}${at}`), {
    code,
    errno,
    syscall: call,
    ...(given !== undefined && { path: String(given) }),
  });
}

function withCallback(run: (...args: unknown[]) => unknown) {
  return (...args: unknown[]) => {
    const done = args.at(-1);
    if (typeof done !== 'function')
      throw Object.assign(new TypeError('The "cb" argument must be of type function'), {
        code: 'ERR_INVALID_ARG_TYPE',
      });
    let answer: () => void;
    try {
      const value = run(...args.slice(0, -1));
      answer = () => (done as Done)(null, value);
    } catch (error) {
      answer = () => (done as Done)(error);
    }
    queueMicrotask(answer);
  };
}

function bufferOf(bytes: ArrayBuffer): Buffer {
  return Buffer.from(bytes);
}

class Stats {
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly #directory: boolean;
  constructor({ kind, bytes, modifiedAt }: FileKind) {
    this.#directory = kind === 'directory';
    this.size = bytes;
    this.mode = this.#directory ? 0o40555 : 0o100444;
    this.mtimeMs = modifiedAt;
  }
  get mtime(): Date {
    return new Date(this.mtimeMs);
  }
  isFile(): boolean {
    return !this.#directory;
  }
  isDirectory(): boolean {
    return this.#directory;
  }
  isSymbolicLink(): boolean {
    return false;
  }
}

function dirent(parent: string, name: string, { kind }: FileKind) {
  const isDirectory = kind === 'directory';
  return {
    name,
    parentPath: parent,
    path: parent,
    isFile: () => !isDirectory,
    isDirectory: () => isDirectory,
    isSymbolicLink: () => false,
  };
}
