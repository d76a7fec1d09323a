import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { SecAgentError } from '../../shared/errors';
import { parseSkillFile } from '../../skill-file';
import { isWithin } from '../is-within';
import { listFolder } from './list-folder';

export const SKILL_FILE = 'SKILL.md';
const MAX_SKILL_BYTES = 1024 * 1024;
const MAX_FILES_LISTED = 500;

/** Where a skill lies. */
export interface SkillPlace {
  /** absolute path of its folder */
  directory: string;
  /** what its real paths must lie in: the folder itself where nothing is said; null: anywhere, for a person's own */
  within?: string | null;
}

/** A skill the model may read: where its name leads. */
export interface ReadableSkill extends SkillPlace {
  /** `<plugin-id>/<folder>` */
  name: string;
}

/**
 * The whole SKILL.md as it stands: for the index, for auto-load (S14), for people. What lists a skill and what reads it judge alike.
 * @throws `skill_file_outside`, `skill_invalid`, with the reason's code as `details.rule`: `skill_outside`, `skill_no_file`, `skill_too_large`
 */
export function readSkillText(skill: SkillPlace): string {
  realFolder(skill);
  const path = realPath(join(skill.directory, SKILL_FILE), SKILL_FILE);
  const root = skill.within === undefined ? skill.directory : skill.within;
  if (root !== null && !isWithin(realPath(root, SKILL_FILE), path)) throw outside(SKILL_FILE);
  return readText(path, SKILL_FILE).replace(/^\uFEFF/, '');
}

/**
 * What `secagent__read_skill` answers (S15): body and file list, or one file of the skill's folder.
 * @throws `skill_unknown`, `skill_ambiguous`, `skill_file_outside`, `skill_invalid`
 */
export function readSkill(
  skills: readonly ReadableSkill[],
  name: string,
  file?: string,
): Record<string, unknown> {
  const skill = findSkill(skills, name);
  if (file !== undefined && file !== '') return { name: skill.name, file, text: readInside(skill, file) };
  return { name: skill.name, body: readSkillBody(skill), files: listSkillFiles(skill) };
}

/** The Markdown below the frontmatter; all of it where the frontmatter can't be read. @throws `skill_file_outside`, `skill_invalid` */
export function readSkillBody(skill: SkillPlace): string {
  const text = readSkillText(skill);
  try {
    return parseSkillFile(text).body;
  } catch {
    return text; // loaded although something is wrong with it, because somebody wants it
  }
}

/** Files of the skill's folder, with forward slashes. Links are not followed. @throws `skill_file_outside` */
export function listSkillFiles(skill: SkillPlace): string[] {
  return listFolder(realFolder(skill)).files.slice(0, MAX_FILES_LISTED);
}

/** The part of a name behind the plugin's. */
export function shortName({ name }: { name: string }): string {
  return name.slice(name.indexOf('/') + 1);
}

/**
 * Finds by full name, or by folder name when only one skill has it.
 * @throws `skill_unknown`, `skill_ambiguous`
 */
export function findSkill<T extends { name: string }>(skills: readonly T[], name: string): T {
  const exact = skills.find((skill) => skill.name === name);
  if (exact) return exact;
  const unqualified = skills.filter((skill) => shortName(skill) === name);
  const [only] = unqualified;
  if (unqualified.length === 1 && only) return only;
  if (unqualified.length > 1) {
    const names = unqualified.map((skill) => skill.name);
    throw new SecAgentError(
      'skill_ambiguous',
      `several skills are called "${name}": ${names.join(', ')}; use the full name`,
      { names },
    );
  }
  throw new SecAgentError('skill_unknown', `there is no skill "${name}"`, { name });
}

/** A file whose real path is inside the skill's folder (S15, ATTACKS 13). */
function readInside(skill: SkillPlace, file: string): string {
  if (file === SKILL_FILE) return readSkillText(skill);
  if (file.includes('\0') || isAbsolute(file)) throw outside(file);
  const root = realFolder(skill);
  const path = realPath(join(root, file), file);
  if (path === root || !isWithin(root, path)) throw outside(file);
  return readText(path, file);
}

/** Judged again at every read: what lies there may be another folder by now. */
function realFolder({ directory, within }: SkillPlace): string {
  const real = realPath(directory, SKILL_FILE);
  if (within && !isWithin(realPath(within, SKILL_FILE), real)) throw outside(SKILL_FILE);
  return real;
}

function realPath(path: string, file: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    throw refused(file, 'skill_no_file', `"${file}" is not there, or leads nowhere`);
  }
}

/** Looks at what it has opened, which neither a pipe nor a link put there meanwhile can change. */
function readText(path: string, file: string): string {
  const noFile = () => refused(file, 'skill_no_file', `"${file}" is no file that can be read`);
  let descriptor: number;
  try {
    descriptor = openSync(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch {
    throw noFile();
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw noFile();
    if (stats.size > MAX_SKILL_BYTES)
      throw refused(file, 'skill_too_large', `"${file}" is larger than 1 MiB`);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function outside(file: string): SecAgentError {
  return refused(file, 'skill_outside', `"${file}" is not a file of this skill`);
}

function refused(file: string, rule: string, message: string): SecAgentError {
  return new SecAgentError(rule === 'skill_too_large' ? 'skill_invalid' : 'skill_file_outside', message, {
    file,
    rule,
  });
}
