import type { ComponentReason, ComponentStatus } from '../../../../shared/components';
import { type SkillFile, valuesToQuote } from '../../../../skill-file';

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;
const KNOWN = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

/**
 * Judges a SKILL.md by the Agent Skills text (S7): a name or description that breaks it skips the skill, which a person may load
 * anyway; everything else is a warning.
 */
export function judgeAgentSkill(
  file: SkillFile,
  folder: string,
): { status: ComponentStatus; reasons: ComponentReason[] } {
  const reasons: ComponentReason[] = [];
  const add = (code: string, message: string, field: string) =>
    reasons.push({ code, message, clause: `Agent Skills: ${field}` });
  if (file.data === null) {
    add('skill_no_frontmatter', 'SKILL.md has no frontmatter with name and description', 'frontmatter');
    return { status: 'skipped', reasons };
  }
  judgeName(file.name, folder, add);
  judgeDescription(file.description, add);
  const isBroken = reasons.length > 0;

  for (const key of Object.keys(file.data)
    .filter((known) => !KNOWN.includes(known))
    .slice(0, 10))
    add('skill_key_unknown', `the key "${key.slice(0, 60)}" is not known`, 'frontmatter');
  if (Array.isArray(file.data['allowed-tools']))
    add(
      'skill_allowed_tools_list',
      'allowed-tools is a list, and should be one text with spaces',
      'allowed-tools',
    );
  const { compatibility } = file.data;
  if (
    compatibility !== undefined &&
    (typeof compatibility !== 'string' || compatibility.length > MAX_COMPATIBILITY)
  )
    add(
      'skill_compatibility',
      `compatibility should be a text of at most ${MAX_COMPATIBILITY} characters`,
      'compatibility',
    );
  for (const sentence of valuesToQuote(file)) add('skill_value_quoted', sentence, 'frontmatter');
  return { status: isBroken ? 'skipped' : reasons.length > 0 ? 'warning' : 'ok', reasons };
}

type Add = (code: string, message: string, field: string) => void;

function judgeName(name: string | null, folder: string, add: Add): void {
  if (name === null) return void add('skill_name_missing', 'the frontmatter has no name', 'name');
  if (name.length > MAX_NAME || !NAME.test(name)) {
    add(
      'skill_name_invalid',
      `the name "${name.slice(0, 80)}" must be 1 to ${MAX_NAME} small letters, digits and single hyphens`,
      'name',
    );
  } else if (name !== folder) {
    add(
      'skill_name_mismatch',
      `the name "${name}" must be that of its folder, "${folder.slice(0, 80)}"`,
      'name',
    );
  }
}

function judgeDescription(description: string | null, add: Add): void {
  if (description === null)
    return void add('skill_description_missing', 'the frontmatter has no description', 'description');
  if ([...description].length > MAX_DESCRIPTION)
    add(
      'skill_description_long',
      `the description has more than ${MAX_DESCRIPTION} characters`,
      'description',
    );
}
