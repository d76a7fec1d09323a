import { relative, sep } from 'node:path';
import type { ComponentReason, RegisteredComponent, SkillComponent } from '../../shared/components';
import { parseSkillFile, type SkillFile, valuesToQuote } from '../../skill-file';
import type { RegisteredSkill, RegisteredTool } from '../plugin-host';
import { listFolder, readSkillText } from '../skills';

/** A key is one of them: `library__lend_all` does not name `library__lend`, and `_library__lend_` does. */
const WORD = /[A-Za-z0-9]+(?:[_-]+[A-Za-z0-9]+)*/g;

/** A skill that was registered, with its text. */
export interface ReadSkill {
  skill: RegisteredSkill;
  file: SkillFile;
}

/** @throws `skill_invalid` for one whose file is no longer what was registered */
export function readRegistered(skills: readonly RegisteredSkill[]): ReadSkill[] {
  return skills.map((skill) => ({ skill, file: parseSkillFile(readSkillText(skill)) }));
}

/**
 * Tools by their keys. The model knows a hidden one only from a skill, so one that no body names is a warning (S29).
 * @param skills of the same plugin
 */
export function judgeTools(
  tools: readonly RegisteredTool[],
  skills: readonly ReadSkill[],
): RegisteredComponent[] {
  const mentioned = new Set(skills.flatMap(({ file }) => file.body.match(WORD) ?? []));
  return tools.map(({ key, hidden }) => {
    const isKnown = !hidden || mentioned.has(key.replace(/_+$/, ''));
    return component('tool', key, isKnown ? [] : [unmentioned(key)]);
  });
}

/** Skills a native plugin registered, which are loaded whatever is said of them here (S13). */
export function judgeSkills(skills: readonly ReadSkill[], directory: string): SkillComponent[] {
  return skills.map(({ skill, file }) => {
    const folder = relative(directory, skill.directory).split(sep).join('/');
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const reasons = judgeSkill(file, skill.directory, folder);
    return {
      kind: 'skill',
      name,
      folder,
      description: skill.description,
      status: statusOf(reasons),
      reasons,
    };
  });
}

/** What has a name and nothing to be judged. */
export function named(kind: RegisteredComponent['kind'], names: readonly string[]): RegisteredComponent[] {
  return names.map((name) => component(kind, name, []));
}

function component(
  kind: RegisteredComponent['kind'],
  name: string,
  reasons: ComponentReason[],
): RegisteredComponent {
  return { kind, name, status: statusOf(reasons), reasons };
}

function statusOf(reasons: readonly ComponentReason[]): 'ok' | 'warning' {
  return reasons.length > 0 ? 'warning' : 'ok';
}

function unmentioned(key: string): ComponentReason {
  const message =
    `the tool is hidden and no skill names it, so the model cannot know of it: write ${key} with its parameters and ` +
    'results into the body of a SKILL.md that is registered in activate, or register the tool with hidden: false';
  return { code: 'hidden_tool_unmentioned', message, clause: 'Plugin API: registerTool' };
}

function judgeSkill(file: SkillFile, directory: string, folder: string): ComponentReason[] {
  const reasons: ComponentReason[] = [];
  const add = (code: string, message: string) =>
    reasons.push({ code, message, clause: 'Plugin API: registerSkill' });
  if (file.body.trim() === '')
    add(
      'skill_body_empty',
      `${folder}/SKILL.md has no text below its frontmatter, so the model learns nothing`,
    );
  for (const sentence of valuesToQuote(file)) add('skill_value_quoted', sentence);
  const [link] = listFolder(directory).links;
  if (link) add('skill_link', `${link} in ${folder} is a symbolic link, and links are not followed`);
  return reasons;
}
