import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SecAgentError } from '../../../shared/errors';
import type { Candidate, PackageSource } from '../../../shared/plugins';
import { folderName, idOfFolder } from '../folder-name';
import { type PackageDescription, readPackage } from '../formats';
import { readZip } from './read-zip';
import { createStagingFolder, sweepStaging, writeFiles } from './staging';

interface StagedPackage {
  folder: string;
  description: PackageDescription;
  source: PackageSource;
  digest: string;
  bytes: number;
  count: number;
}

/** A package that has reached the store, to be recorded in one transaction. */
export interface StoredPackage {
  description: PackageDescription;
  source: PackageSource;
  digest: string;
  /** name below `<store>/<id>/` */
  folder: string;
}

/**
 * The one pipeline for every source (DESIGN §4): fetch → validate → consent → swap → record. This is its part on
 * disk; `stage` ends before consent, `store` is the swap. Nothing of the package runs in either.
 */
export class Installer {
  readonly #staging: string;
  readonly #store: string;
  readonly #staged = new Map<string, StagedPackage>();

  constructor(directories: { staging: string; store: string }) {
    this.#staging = directories.staging;
    this.#store = directories.store;
  }

  /** Unpacks a zip into staging and reads it. A refused package leaves nothing behind. */
  async stageZip(
    path: string,
  ): Promise<{ candidateId: string } & Omit<Candidate, 'candidateId' | 'installed'>> {
    const files = readZip(path);
    const folder = createStagingFolder(this.#staging);
    try {
      const written = await writeFiles(files, join(folder, 'package'));
      const description = await readPackage(join(folder, 'package'));
      const candidateId = randomUUID();
      const source: PackageSource = { kind: 'zip', url: path };
      this.#staged.set(candidateId, { folder, description, source, ...written });
      return {
        candidateId,
        id: description.id,
        name: description.name,
        version: description.version,
        description: description.description,
        author: description.author,
        icon: description.icon,
        format: description.format,
        permissions: description.permissions,
        network: description.network,
        components: description.components,
        diagnostics: description.diagnostics,
        source,
        digest: written.digest,
        size: written.bytes,
        files: written.count,
      };
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Reads a package, zip or folder, shows `look` where it lies unpacked, and leaves nothing behind. */
  async inspect<T>(
    path: string,
    look: (description: PackageDescription, directory: string) => Promise<T>,
  ): Promise<T> {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return look(await readPackage(path), path);
    const { candidateId } = await this.stageZip(path);
    try {
      const { description, folder } = this.#take(candidateId);
      return await look(description, join(folder, 'package'));
    } finally {
      this.discard(candidateId);
    }
  }

  /** @throws `candidate_gone` */
  describe(candidateId: string): PackageDescription {
    return this.#take(candidateId).description;
  }

  /**
   * Renames the candidate into the store; `discard` it afterwards. A tree of the store is never changed: when one of the same digest
   * exists, the new one stands beside it under a name of its own until the old one is swept.
   */
  store(candidateId: string): StoredPackage {
    const staged = this.#take(candidateId);
    const { description, source, digest } = staged;
    const parent = join(this.#store, folderName(description.id));
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    const folder = existsSync(join(parent, digest)) ? `${digest}.${randomUUID().slice(0, 8)}` : digest;
    renameSync(join(staged.folder, 'package'), join(parent, folder));
    return { description, source, digest, folder };
  }

  /** Forgets a candidate and removes its files. An unknown one is nothing to do. */
  discard(candidateId: string): void {
    const staged = this.#staged.get(candidateId);
    if (!staged) return;
    this.#staged.delete(candidateId);
    rmSync(staged.folder, { recursive: true, force: true });
  }

  /** Start-up repair: removes staging of dead processes, and trees of the store no record names. */
  sweep(isRecorded: (id: string, folder: string) => boolean): void {
    sweepStaging(this.#staging);
    // A file that a file manager left beside the folders is none of ours.
    for (const entry of readdirSync(this.#store, { withFileTypes: true })) {
      const id = idOfFolder(entry.name);
      if (entry.isDirectory()) this.sweepPlugin(id, (folder) => isRecorded(id, folder));
    }
  }

  /** Removes the trees of one plugin that no record names. */
  sweepPlugin(id: string, isRecorded: (folder: string) => boolean): void {
    const parent = join(this.#store, folderName(basename(id)));
    if (!existsSync(parent)) return;
    const kept = readdirSync(parent).filter(isRecorded);
    for (const folder of readdirSync(parent)) {
      if (!kept.includes(folder)) rmSync(join(parent, folder), { recursive: true, force: true });
    }
    if (kept.length === 0) rmSync(parent, { recursive: true, force: true });
  }

  /** Removes all candidates of this process. */
  dispose(): void {
    for (const candidateId of [...this.#staged.keys()]) this.discard(candidateId);
  }

  #take(candidateId: string): StagedPackage {
    const staged = this.#staged.get(candidateId);
    if (!staged)
      throw new SecAgentError('candidate_gone', 'this package is no longer waiting; open it again');
    return staged;
  }
}
