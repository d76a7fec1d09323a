import { useTranslation } from 'react-i18next';
import type { PluginState, PluginSummary } from '../../shared/plugins';
import { Badge, type Tone } from '../ui/badge';
import { Spinner } from '../ui/spinner';

const tones: Record<PluginState, Tone> = {
  disabled: 'neutral',
  enabled: 'accent',
  activating: 'accent',
  ready: 'good',
  restarting: 'warn',
  error: 'bad',
  'needs-consent': 'warn',
};

export function StateBadge({ plugin: { state, format } }: { plugin: PluginSummary }) {
  const { t } = useTranslation();
  return (
    <Badge tone={tones[state]}>
      {(state === 'activating' || state === 'restarting') && <Spinner size={11} className="text-current" />}
      {/* Without code there is nothing that runs. */}
      {state === 'ready' && format === 'agent-plugins' ? t('components.on') : t(`state.${state}`)}
    </Badge>
  );
}
