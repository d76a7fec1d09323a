import type { ListedSkill, SkillSource } from '../../shared/skills';

const inOrder: readonly SkillSource[] = ['workspace', 'config', 'package', 'plugin'];

/** Skills that fit the search, by where they come from: the first of a name wins (H1). */
export function skillGroups(
  skills: readonly ListedSkill[],
  query: string,
): { source: SkillSource; skills: ListedSkill[] }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name, description }: ListedSkill) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return inOrder
    .map((source) => ({ source, skills: skills.filter((skill) => skill.source === source && fits(skill)) }))
    .filter((group) => group.skills.length > 0);
}

/** Whether its switch means anything: one that can't load or is replaced by another has nothing to switch. */
export function isSwitchable({ status }: ListedSkill): boolean {
  return status === 'ok' || status === 'warning' || status === 'off';
}
