import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { SecAgentError } from '../../shared/errors';
import { parseSkillFile } from '../../skill-file';

const MAX_SKILL_BYTES = 1024 * 1024;
const MAX_FILES_LISTED = 500;

/** A skill the model may read: where its name leads. */
export interface ReadableSkill {
  /** `<plugin-id>/<folder>` */
  name: string;
  /** absolute path of its folder */
  directory: string;
}

/** The whole SKILL.md as it stands, for auto-load (S14). @throws `skill_invalid` */
export function readSkillText(directory: string): string {
  return readInside(directory, 'SKILL.md')
    .toString('utf8')
    .replace(/^\uFEFF/, '');
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
  if (file !== undefined && file !== '') {
    return { name: skill.name, file, text: readInside(skill.directory, file).toString('utf8') };
  }
  return { name: skill.name, body: readSkillBody(skill.directory), files: listSkillFiles(skill.directory) };
}

/** The Markdown below the frontmatter; all of it where the frontmatter can't be read. @throws `skill_file_outside`, `skill_invalid` */
export function readSkillBody(directory: string): string {
  const text = readSkillText(directory);
  try {
    return parseSkillFile(text).body;
  } catch {
    return text; // loaded although something is wrong with it, because somebody wants it
  }
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

/** Reads a file whose real path is inside the skill's folder (S15, ATTACKS 13). */
function readInside(directory: string, file: string): Buffer {
  const outside = () =>
    new SecAgentError('skill_file_outside', `"${file}" is not a file of this skill`, { file });
  if (file.includes('\0') || isAbsolute(file)) throw outside();
  const root = realpathSync(directory);
  let path: string;
  try {
    path = realpathSync(join(root, file));
  } catch {
    throw outside();
  }
  const inside = relative(root, path);
  if (inside === '' || inside.startsWith(`..${sep}`) || inside === '..' || isAbsolute(inside))
    throw outside();
  const stat = lstatSync(path);
  if (!stat.isFile()) throw outside();
  if (stat.size > MAX_SKILL_BYTES)
    throw new SecAgentError('skill_invalid', `"${file}" is larger than 1 MiB`, { file });
  return readFileSync(path);
}

/** Files of the skill's folder, with forward slashes. Links are not followed. */
export function listSkillFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .slice(0, MAX_FILES_LISTED);
}
