import { useTranslation } from 'react-i18next';
import type { SkillStatus } from '../../shared/skills';
import { Badge, type Tone } from '../ui/badge';

const tones: Record<SkillStatus, Tone> = {
  ok: 'good',
  warning: 'warn',
  skipped: 'bad',
  off: 'neutral',
  shadowed: 'neutral',
};

export function SkillBadge({ status }: { status: SkillStatus }) {
  const { t } = useTranslation();
  return <Badge tone={tones[status]}>{t(`skills.status.${status}`)}</Badge>;
}
