import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { ComponentReason } from '../../shared/components';
import { toErrorInfo } from '../../shared/errors';
import type { SkillSource } from '../../shared/skills';
import { hasHidden, oneLine, withoutHidden } from '../../shared/visible-text';
import { firstLine, parseSkillFile } from '../../skill-file';
import { isWithin } from '../is-within';
import { readSkillText, SKILL_FILE, type SkillPlace } from './read-skill';

/** A skill of a folder, as it was when its file was read last. */
export interface FoundSkill extends Required<SkillPlace> {
  name: string;
  source: SkillSource;
  /** the folder all of these lie in */
  origin: string;
  description: string;
  reasons: ComponentReason[];
  /** false: it cannot be used unless somebody wants it anyway */
  isSound: boolean;
}

const MAX_SKILLS = 2_000;
const MAX_NAME = 64;
/** as in the Agent Skills text; the rest is for the body */
const MAX_DESCRIPTION = 1024;

/** Skills of one folder (H1, H3): leniently read, and read again only when a file has changed. */
export class SkillFolder {
  readonly #path: string;
  readonly #source: SkillSource;
  /** nothing of it may lie outside of this; null: links may lead anywhere, as in a person's own folder */
  readonly #within: string | null;
  readonly #known = new Map<string, { stamp: string; skill: FoundSkill }>();

  constructor(path: string, source: SkillSource, within: string | null) {
    this.#path = path;
    this.#source = source;
    this.#within = within;
  }

  /** What changes can be watched in: not what a link of a workspace leads to, which may be a whole disk. */
  watchable(): string | null {
    try {
      return this.#within === null ||
        realPath(this.#path) === join(realPath(this.#within), relative(this.#within, this.#path))
        ? this.#path
        : null;
    } catch {
      return null; // not there yet
    }
  }

  forget(): void {
    this.#known.clear();
  }

  /** What is there now. A folder that can't be read has none. */
  read(): FoundSkill[] {
    let folder: string;
    let names: string[];
    try {
      folder = realPath(this.#path);
      if (this.#within !== null && !isWithin(realPath(this.#within), folder))
        return [
          this.#broken(basename(this.#path), 'skill_outside', `${this.#path} leads out of the workspace`),
        ];
      names = foldersOf(folder);
    } catch {
      return []; // there is no such folder, as in most places
    }
    const there = new Set(names);
    for (const name of this.#known.keys()) if (!there.has(name)) this.#known.delete(name);
    const skills = names.slice(0, MAX_SKILLS).flatMap((name) => this.#readOne(name, folder) ?? []);
    if (names.length > MAX_SKILLS) {
      const why = `${this.#path} has more than ${MAX_SKILLS} folders; the others are not read`;
      skills.push(this.#broken(basename(this.#path), 'skill_too_many', why));
    }
    return skills;
  }

  #readOne(folder: string, root: string): FoundSkill | null {
    const entry = join(root, folder, SKILL_FILE);
    let stamp: string;
    try {
      const { mtimeMs, ctimeMs, size, ino, dev } = statSync(entry);
      stamp = `${mtimeMs} ${ctimeMs} ${size} ${ino} ${dev}`;
    } catch {
      this.#known.delete(folder);
      // A folder without SKILL.md is no skill; one that has it and can't be read is, and says so.
      return isThere(entry)
        ? this.#broken(
            folder,
            'skill_no_file',
            `${shownName(folder)}/${SKILL_FILE} leads nowhere or can't be read`,
          )
        : null;
    }
    const known = this.#known.get(folder);
    if (known?.stamp === stamp) return known.skill;
    const skill = this.#judge(folder, root);
    this.#known.set(folder, { stamp, skill });
    return skill;
  }

  #judge(folder: string, root: string): FoundSkill {
    // One that is broken is at the place it was found: where a link leads may be another skill's place.
    const found = join(root, folder);
    const broken = (code: string, message: string) => this.#broken(folder, code, message, found);
    try {
      const directory = realPath(found);
      if (this.#within !== null && isWithin(directory, root))
        return broken('skill_outside', `${shownName(folder)} leads to a folder that holds all skills`);
      const file = parseSkillFile(readSkillText({ directory, within: this.#within }));
      const name = usableName(file.name) ?? usableName(folder);
      if (name === null)
        return broken(
          'skill_name_unusable',
          'neither its name nor its folder can be said in one word of 64 characters without a slash',
        );
      const description = visibleLine(file.description ?? firstLine(file.body), MAX_DESCRIPTION);
      return { ...this.#place(directory), name, description, isSound: true, reasons: [] };
    } catch (error) {
      const { message, details } = toErrorInfo(error);
      return broken(typeof details?.rule === 'string' ? details.rule : 'skill_unreadable', message);
    }
  }

  #broken(folder: string, code: string, message: string, directory = this.#path): FoundSkill {
    const reasons = [{ code, message, clause: SKILL_FILE }];
    return { ...this.#place(directory), name: shownName(folder), description: '', isSound: false, reasons };
  }

  #place(directory: string) {
    return { source: this.#source, origin: this.#path, directory, within: this.#within };
  }
}

/** The system's own: far quicker than Node's where there are hundreds. */
const realPath = realpathSync.native;

/** What the model can say and the index can hold in one line; plugins' skills have a slash in their names. */
function usableName(name: string | null): string | null {
  return name !== null && /^[^\s/]{1,64}$/u.test(name) && !hasHidden(name) ? name : null;
}

/** What a listing shows of a name that nobody can say. */
function shownName(folder: string): string {
  return visibleLine(folder, MAX_NAME) || '?';
}

/** One line in which nothing hides, at most so long. */
function visibleLine(text: string, length: number): string {
  return withoutHidden(oneLine(text.slice(0, length * 2))).slice(0, length);
}

/** Folders, and links that may lead to some. */
function foldersOf(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
