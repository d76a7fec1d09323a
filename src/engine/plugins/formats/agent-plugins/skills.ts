import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentReason, SkillComponent } from '../../../../shared/components';
import { oneLine, withoutHidden } from '../../../../shared/visible-text';
import { parseSkillFile } from '../../../../skill-file';
import { judgeAgentSkill } from './agent-skill';
import { realKind } from './inside-package';

const FOLDER = 'skills';
const ENTRY = 'SKILL.md';
const MAX_SKILLS = 2_000;
const MAX_SKILL_BYTES = 1024 * 1024;

/**
 * The skills of a package (S6, Agent Plugins 6 and 7.1): immediate children of `skills/` with a SKILL.md. Each is judged alone.
 * @returns none when there is no such folder; one skipped component when it is no folder, can't be read or leads out of the package
 */
export function readSkills(root: string): SkillComponent[] {
  const found = realKind(root, join(root, FOLDER));
  if (found === null) return [];
  if (found === 'outside')
    return [unusable('skills_outside', 'skills leads out of the package', 'Agent Plugins 4.1')];
  if (!found.stats.isDirectory())
    return [
      unusable('skills_no_folder', 'skills is no folder, so the package has no skills', 'Agent Plugins 6.2'),
    ];
  let names: string[];
  try {
    names = readdirSync(found.path).sort();
  } catch (error) {
    return [unusable('skills_unreadable', `skills: ${(error as Error).message}`, 'SecAgent')];
  }
  const skills = names.slice(0, MAX_SKILLS).flatMap((name) => readSkill(root, name) ?? []);
  if (names.length > MAX_SKILLS) {
    const why = `skills holds more than ${MAX_SKILLS} names; the others are not read`;
    skills.push(unusable('skill_too_many', why, 'SecAgent'));
  }
  return skills;
}

/** null for what is no skill at all: a file beside the folders, a folder without SKILL.md */
function readSkill(root: string, name: string): SkillComponent | null {
  const folder = `${FOLDER}/${name}`;
  const skipped = (code: string, message: string, clause: string): SkillComponent => ({
    kind: 'skill',
    name,
    folder,
    description: '',
    status: 'skipped',
    reasons: [{ code, message, clause }],
  });
  try {
    return judgeFolder(root, name, folder, skipped);
  } catch (error) {
    return skipped('skill_unreadable', `${folder}: ${(error as Error).message}`, 'Agent Skills: frontmatter');
  }
}

function judgeFolder(
  root: string,
  name: string,
  folder: string,
  skipped: (code: string, message: string, clause: string) => SkillComponent,
): SkillComponent | null {
  const parent = realKind(root, join(root, folder));
  if (parent === 'outside')
    return skipped('skill_outside', `${folder} leads out of the package`, 'Agent Plugins 4.1');
  if (!parent?.stats.isDirectory() || !readdirSync(parent.path).includes(ENTRY)) return null;
  const entry = realKind(root, join(parent.path, ENTRY));
  const path = `${folder}/${ENTRY}`;
  if (entry === 'outside')
    return skipped('skill_outside', `${path} leads out of the package`, 'Agent Plugins 4.1');
  if (!entry?.stats.isFile()) return skipped('skill_no_file', `${path} is no file`, 'Agent Plugins 7.1');
  if (entry.stats.size > MAX_SKILL_BYTES)
    return skipped('skill_too_large', `${path} is larger than 1 MiB`, 'SecAgent');
  const file = parseSkillFile(readFileSync(entry.path, 'utf8'));
  const { status, reasons } = judgeAgentSkill(file, name);
  return {
    kind: 'skill',
    name,
    folder,
    description: withoutHidden(oneLine(file.description ?? '')),
    status,
    reasons,
  };
}

function unusable(code: string, message: string, clause: string): SkillComponent {
  const reasons: ComponentReason[] = [{ code, message, clause }];
  return { kind: 'skill', name: FOLDER, folder: null, description: '', status: 'skipped', reasons };
}
