import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PluginSummary } from '../../shared/plugins';
import { switchPlugin, usePlugins } from '../state/plugins';
import { Switch } from '../ui/switch';

/** On and off. Switching on only asks; the consent view decides (M2). */
export function PluginSwitch({ plugin }: { plugin: PluginSummary }) {
  const { t } = useTranslation();
  const pending = usePlugins((state) => state.pending === plugin.id);
  const on = plugin.enabled && plugin.state !== 'needs-consent';
  // What the administrator wants on still takes a person's consent, once.
  const locked = plugin.managed === 'off' || (plugin.managed === 'on' && on);
  return (
    <span className="flex items-center gap-1.5">
      {plugin.managed && (
        <span role="img" aria-label={t('managed.locked')} title={t('managed.hint')} className="text-ink-3">
          <Lock size={13} aria-hidden />
        </span>
      )}
      <Switch
        label={t('plugins.switchLabel', { name: plugin.name })}
        checked={on}
        disabled={pending || locked}
        onChange={(next) => void switchPlugin(plugin.id, next)}
      />
    </span>
  );
}
