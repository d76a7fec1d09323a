import type { SkillChoices } from '../../shared/skills';

/** Notes what somebody decided about a skill; what is left out stays as it is. */
export function chooseSkill(
  { skills }: { skills: SkillChoices },
  name: string,
  { off, loadAnyway }: { off?: boolean; loadAnyway?: boolean },
): void {
  if (off !== undefined) skills.off = withOrWithout(skills.off, name, off);
  if (loadAnyway !== undefined) skills.loadAnyway = withOrWithout(skills.loadAnyway, name, loadAnyway);
}

function withOrWithout(names: readonly string[], name: string, wanted: boolean): string[] {
  const others = names.filter((other) => other !== name);
  return wanted ? [...others, name] : others;
}
