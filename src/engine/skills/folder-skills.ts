import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ComponentReason } from '../../shared/components';
import { toErrorInfo } from '../../shared/errors';
import type { SkillSource } from '../../shared/skills';
import { firstLine, parseSkillFile } from '../../skill-file';

/** A skill of a folder, as it was when its file was read last. */
export interface FoundSkill {
  name: string;
  source: SkillSource;
  /** the folder all of these lie in */
  origin: string;
  /** absolute real path of its own folder */
  directory: string;
  description: string;
  reasons: ComponentReason[];
  /** false: it cannot be used unless somebody wants it anyway */
  isSound: boolean;
}

const ENTRY = 'SKILL.md';
const MAX_BYTES = 1024 * 1024;
const MAX_SKILLS = 2_000;
const MAX_NAME = 64;

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

  get path(): string {
    return this.#path;
  }

  forget(): void {
    this.#known.clear();
  }

  /** What is there now. A folder that can't be read has none. */
  read(): FoundSkill[] {
    let names: string[];
    try {
      names = readdirSync(this.#path);
    } catch {
      return []; // there is no such folder, as in most places
    }
    const there = new Set(names);
    for (const name of this.#known.keys()) if (!there.has(name)) this.#known.delete(name);
    return names
      .sort()
      .slice(0, MAX_SKILLS)
      .flatMap((name) => this.#readOne(name) ?? []);
  }

  #readOne(folder: string): FoundSkill | null {
    const entry = join(this.#path, folder, ENTRY);
    let stamp: string;
    try {
      const { mtimeMs, ctimeMs, size, ino, dev } = statSync(entry);
      stamp = `${mtimeMs} ${ctimeMs} ${size} ${ino} ${dev}`;
    } catch {
      this.#known.delete(folder);
      return null; // a folder without SKILL.md is no skill, nor is a file beside the folders
    }
    const known = this.#known.get(folder);
    if (known?.stamp === stamp) return known.skill;
    const skill = this.#judge(folder, entry);
    this.#known.set(folder, { stamp, skill });
    return skill;
  }

  #judge(folder: string, entry: string): FoundSkill {
    const base = {
      name: folder.slice(0, MAX_NAME),
      source: this.#source,
      origin: this.#path,
      directory: realPath(join(this.#path, folder)),
      description: '',
    };
    const broken = (code: string, message: string): FoundSkill => ({
      ...base,
      isSound: false,
      reasons: [{ code, message, clause: 'SKILL.md' }],
    });
    try {
      const real = realPath(entry);
      if (this.#within !== null && !isWithin(realPath(this.#within), real))
        return broken('skill_outside', `${folder}/${ENTRY} leads out of the workspace`);
      const stats = statSync(real);
      if (!stats.isFile()) return broken('skill_no_file', `${folder}/${ENTRY} is no file`);
      if (stats.size > MAX_BYTES) return broken('skill_too_large', `${folder}/${ENTRY} is larger than 1 MiB`);
      const file = parseSkillFile(readFileSync(real, 'utf8'));
      const name = usableName(file.name) ?? base.name;
      return {
        ...base,
        name,
        description: file.description ?? firstLine(file.body),
        isSound: true,
        reasons: [],
      };
    } catch (error) {
      return broken('skill_unreadable', toErrorInfo(error).message);
    }
  }
}

/** The system's own: far quicker than Node's where there are hundreds. */
const realPath = realpathSync.native;

/** What the model can say and the index can hold in one line; plugins' skills have a slash in their names. */
function usableName(name: string | null): string | null {
  return name !== null && /^[^\s/\p{Cc}\p{Cf}]{1,64}$/u.test(name) ? name : null;
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
