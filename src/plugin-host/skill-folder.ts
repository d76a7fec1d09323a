import { apiLimits } from '../plugin-api/limits';
import { SecAgentError } from '../shared/errors';
import { PACKAGE_ROOT } from '../shared/package-path';
import { parseSkillFile } from '../skill-file';
import { type PackageFiles, pathInPackage } from './package-files';

const ENTRY = 'SKILL.md';
const MAX_BYTES = 1024 * 1024;

/** Checks the folder of a skill, or its SKILL.md, so that `registerSkill` can throw at once (S13). The engine checks again. */
export function readSkillFolder(
  files: PackageFiles,
  given: string,
): { folder: string; description: string; entry: string } {
  const path = checked(given, () => pathInPackage(given));
  const folder = path === ENTRY || path.endsWith(`/${ENTRY}`) ? path.slice(0, -ENTRY.length - 1) : path;
  if (folder === '') throw invalid(given, 'a skill needs a folder of its own');
  const entry = `${folder}/${ENTRY}`;
  const text = checked(given, () => files.read(entry, MAX_BYTES));
  if (text === null) throw invalid(given, `there is no ${entry}`);
  const file = checked(given, () => parseSkillFile(text));
  for (const field of ['name', 'description'] as const) {
    if (file[field] === null) throw invalid(given, `the frontmatter of ${entry} needs a ${field}`);
  }
  const description = String(file.description).slice(0, apiLimits.descriptionLength);
  return { folder, description, entry: `${PACKAGE_ROOT}/${entry}` };
}

function checked<T>(given: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    // Others carry paths of this computer.
    throw invalid(given, error instanceof SecAgentError ? error.message : 'it cannot be read');
  }
}

function invalid(given: string, why: string): SecAgentError {
  return new SecAgentError('skill_invalid', `the skill ${given} cannot be registered: ${why}`, {
    path: given,
  });
}
