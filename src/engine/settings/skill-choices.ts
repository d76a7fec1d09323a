import type { SkillChoices } from '../../shared/skills';

/** Notes what somebody decided about a skill; what is left out stays as it is. */
export function chooseSkill(
  { skills }: { skills: SkillChoices },
  key: string,
  { off, loadAnyway }: { off?: boolean; loadAnyway?: boolean },
): void {
  if (off !== undefined) skills.off = withOrWithout(skills.off, key, off);
  if (loadAnyway !== undefined) skills.loadAnyway = withOrWithout(skills.loadAnyway, key, loadAnyway);
}

function withOrWithout(keys: readonly string[], key: string, wanted: boolean): string[] {
  const others = keys.filter((other) => other !== key);
  return wanted ? [...others, key] : others;
}
