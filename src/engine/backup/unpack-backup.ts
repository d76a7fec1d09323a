import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BackupManifest } from '../../shared/backup';
import { SecAgentError } from '../../shared/errors';
import { isPlainObject, parseJson } from '../../shared/json';
import {
  folderName,
  idOfFolder,
  type PackageFile,
  readPackage,
  readZip,
  writeFiles,
  type ZipLimits,
} from '../plugins';
import { type CheckedTree, copyDatabase } from './copy-database';
import { names, pluginIdPattern, treePattern } from './layout';

/** A person's own years of work are larger than a package, and compress better. */
const limits: ZipLimits = {
  packageBytes: 1024 ** 3,
  unpackedBytes: 4 * 1024 ** 3,
  entries: 65_535,
  ratio: 500,
  ratioFrom: 64 * 1024 ** 2,
};

const SETTINGS_BYTES = 4 * 1024 ** 2;

export interface UnpackedBackup {
  manifest: BackupManifest;
  settings: Record<string, unknown>;
  sessions: number;
  plugins: { id: string; name: string; version: string }[];
  /** bytes */
  unpacked: number;
}

/**
 * Unpacks a backup into `folder`, by the rules for packages (S4): settings.json, secagent.db, store/ and data/ as they
 * will stand. Nothing of it runs, and nothing outside `folder` changes.
 * @throws `backup_invalid`, `disk_full`
 */
export async function unpackBackup(path: string, folder: string): Promise<UnpackedBackup> {
  try {
    const files = readZip(path, limits);
    const manifest = readManifest(files.find((file) => file.path === names.manifest));
    const groups = sort(files);
    const settings = readSettings(groups.single.get(names.settings));
    mkdirSync(join(folder, 'store'), { recursive: true, mode: 0o700 });
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    let unpacked = 0;
    const trees = new Map<string, CheckedTree>();
    for (const { id, tree, files } of groups.trees.values()) {
      const target = join(folder, 'store', folderName(id), tree);
      const { digest, bytes } = await writeFiles(files, target);
      unpacked += bytes;
      if (trees.has(id)) throw new Error(`it has two versions of ${id}`);
      trees.set(id, { folder: tree, digest, description: await readTree(id, tree, digest, target) });
    }
    unpacked += (await writeFiles(groups.data, join(folder, 'data'))).bytes;
    const settingsText = JSON.stringify(settings, null, 2);
    writeFileSync(join(folder, names.settings), `${settingsText}\n`, { mode: 0o600 });
    const raw = groups.single.get(names.database)?.read();
    if (!raw) throw new Error('it has no database');
    const theirs = join(folder, 'theirs.db');
    writeFileSync(theirs, raw, { mode: 0o600 });
    copyDatabase(theirs, join(folder, names.database), trees);
    rmSync(theirs);
    unpacked += raw.length + settingsText.length;
    return { manifest, settings, unpacked, ...count(join(folder, names.database)) };
  } catch (error) {
    throw describe(error);
  }
}

interface Groups {
  single: Map<string, PackageFile>;
  trees: Map<string, { id: string; tree: string; files: PackageFile[] }>;
  data: PackageFile[];
}

/** By what they are; anything that has no place in a backup is refused. */
function sort(files: readonly PackageFile[]): Groups {
  const groups: Groups = { single: new Map(), trees: new Map(), data: [] };
  const singles: string[] = [names.manifest, names.settings, names.database];
  for (const file of files) {
    const [, , owner = '', ...rest] = file.path.split('/');
    const id = idOfFolder(owner);
    const within = (path: string) => ({ path, read: file.read });
    if (singles.includes(file.path)) groups.single.set(file.path, file);
    else if (
      file.path.startsWith(`${names.store}/`) &&
      pluginIdPattern.test(id) &&
      treePattern.test(rest[0] ?? '') &&
      rest.length > 1
    ) {
      const [tree = '', ...inside] = rest;
      const key = `${id}/${tree}`;
      const group = groups.trees.get(key) ?? { id, tree, files: [] };
      group.files.push(within(inside.join('/')));
      groups.trees.set(key, group);
    } else if (file.path.startsWith(`${names.pluginData}/`) && pluginIdPattern.test(id) && rest.length > 0) {
      groups.data.push(within([owner, ...rest].join('/')));
    } else throw new Error(`"${file.path}" does not belong into a backup`);
  }
  return groups;
}

function readManifest(file: PackageFile | undefined): BackupManifest {
  const raw = file && readJson(file);
  if (!isPlainObject(raw) || raw.format !== 'secagent-backup')
    throw new Error('it has no manifest of SecAgent');
  if (raw.formatVersion !== 1) throw new Error('a newer version of SecAgent made it; update SecAgent');
  const { createdAt, version } = raw;
  if (typeof createdAt !== 'number' || typeof version !== 'string')
    throw new Error('its manifest is damaged');
  return { format: 'secagent-backup', formatVersion: 1, createdAt, version: version.slice(0, 40) };
}

function readSettings(file: PackageFile | undefined): Record<string, unknown> {
  if (!file) return {};
  const raw = readJson(file);
  if (!isPlainObject(raw)) throw new Error('its settings are damaged');
  return raw;
}

function readJson(file: PackageFile): unknown {
  const bytes = file.read();
  if (bytes.length > SETTINGS_BYTES) throw new Error(`${file.path} is too large`);
  try {
    return parseJson(bytes.toString('utf8'));
  } catch {
    throw new Error(`${file.path} is damaged`);
  }
}

async function readTree(id: string, tree: string, digest: string, directory: string) {
  if (treePattern.exec(tree)?.[1] !== digest) throw new Error(`the files of ${id} are not what they were`);
  const description = await readPackage(directory);
  if (description.id !== id) throw new Error(`the files of ${id} belong to ${description.id}`);
  return description;
}

function count(path: string): Pick<UnpackedBackup, 'sessions' | 'plugins'> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const sessions = database.prepare('SELECT count(*) AS n FROM sessions WHERE deleted_at IS NULL').get();
    const plugins = database.prepare('SELECT id, name, version FROM plugins ORDER BY name').all();
    return {
      sessions: (sessions as { n: number }).n,
      plugins: plugins as unknown as UnpackedBackup['plugins'],
    };
  } finally {
    database.close();
  }
}

function describe(error: unknown): SecAgentError {
  if (error instanceof SecAgentError && /^(backup_invalid|disk_full)$/.test(error.code)) return error;
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll(
    'the package',
    'the backup',
  );
  const details = error instanceof SecAgentError ? { reason: error.code } : undefined;
  return new SecAgentError('backup_invalid', `this is no usable backup: ${reason}`, details, {
    cause: error,
  });
}
