import type { ComponentReason } from './components';

/** Where a skill comes from, in the order in which the same name wins (H1). */
export type SkillSource =
  /** `<workspace>/.agent/skills` and `.claude/skills` */
  | 'workspace'
  /** `<config>/skills` */
  | 'config'
  /** an Agent Plugins package */
  | 'package'
  /** registered by a running native plugin (S13) */
  | 'plugin';

export type SkillStatus =
  | 'ok'
  | 'warning'
  /** not loaded; the reasons say why */
  | 'skipped'
  /** switched off by a person */
  | 'off'
  /** another skill of the same name wins */
  | 'shadowed';

/** What people decided about skills, kept in settings.json by `choiceKey`. */
export interface SkillChoices {
  off: string[];
  /** loaded although something is wrong with them (S7) */
  loadAnyway: string[];
}

/**
 * What a choice about a skill is kept under: its name as the model says it, for a workspace's the path of its SKILL.md. A choice
 * made in one's own project says nothing about another folder that has a skill of the same name.
 */
export function choiceKey({ source, name, path }: Pick<ListedSkill, 'source' | 'name' | 'path'>): string {
  return source === 'workspace' ? path : name;
}

export interface ListedSkill {
  /** what the model calls it: `<plugin>/<folder>`, or a name alone for those of a folder */
  name: string;
  source: SkillSource;
  /** id of the plugin, or the folder it lies in */
  origin: string;
  /** its SKILL.md */
  path: string;
  description: string;
  status: SkillStatus;
  reasons: ComponentReason[];
  /** regex source of the auto-load pattern, or null (S14) */
  pattern: string | null;
  /** a person wants it although something is wrong with it (S7) */
  loadAnyway: boolean;
  /** something is wrong with it that keeps it from loading, and a person may have it loaded all the same */
  mayLoadAnyway: boolean;
}

export interface ShownSkill extends ListedSkill {
  /** Markdown without the frontmatter */
  body: string;
  /** paths inside its folder */
  files: string[];
}
