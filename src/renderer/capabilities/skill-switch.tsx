import { useTranslation } from 'react-i18next';
import type { ListedSkill } from '../../shared/skills';
import { chooseSkill, useSkills } from '../state/skills';
import { Switch } from '../ui/switch';
import { isSwitchable } from './skill-groups';

/** On and off; nothing where there is nothing to switch. */
export function SkillSwitch({ skill }: { skill: ListedSkill }) {
  const { t } = useTranslation();
  const pending = useSkills((state) => state.pending === skill.path);
  if (!isSwitchable(skill)) return null;
  return (
    <Switch
      label={t('skills.switchLabel', { name: skill.name })}
      checked={skill.status !== 'off'}
      disabled={pending}
      onChange={(on) => void chooseSkill(skill, { off: !on })}
    />
  );
}
