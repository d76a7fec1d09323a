import { useTranslation } from 'react-i18next';
import type { PluginSummary } from '../../shared/plugins';
import { switchPlugin, usePlugins } from '../state/plugins';
import { Switch } from '../ui/switch';

/** On and off. Switching on only asks; the consent view decides (M2). */
export function PluginSwitch({ plugin }: { plugin: PluginSummary }) {
  const { t } = useTranslation();
  const pending = usePlugins((state) => state.pending === plugin.id);
  return (
    <Switch
      label={t('plugins.switchLabel', { name: plugin.name })}
      checked={plugin.enabled && plugin.state !== 'needs-consent'}
      disabled={pending}
      onChange={(on) => void switchPlugin(plugin.id, on)}
    />
  );
}
