import { SecAgentError } from '../../shared/errors';
import { findForbiddenKey } from '../../shared/forbidden-keys';
import type { StoredConfig } from '../../shared/host-contract';
import type { PluginHostPorts } from './types';

type Ports = Pick<PluginHostPorts, 'readConfig' | 'configRevision' | 'writeConfig'>;

/** A plugin's configuration as its process knows it: window and command line write the same one (DESIGN §1). */
export function openConfigSync(pluginId: string, ports: Ports) {
  /** the revision its process knows */
  let known = 0;
  return {
    /** What its process starts with. @throws `plugin_load_failed` for one that must not reach it (ATTACKS 1) */
    initial(): StoredConfig {
      const config = ports.readConfig(pluginId);
      known = config.revision;
      return checked(config);
    },
    /** The configuration that another process has written since, or null. @throws `plugin_load_failed` as above */
    newer(): StoredConfig | null {
      if (ports.configRevision(pluginId) <= known) return null;
      const config = ports.readConfig(pluginId);
      known = config.revision;
      return checked(config);
    },
    /** @throws `config_conflict`, `plugin_unknown` */
    write(value: Record<string, unknown>, basedOn: number): number {
      known = ports.writeConfig(pluginId, value, basedOn);
      return known;
    },
  };
}

function checked(config: StoredConfig): StoredConfig {
  const key = findForbiddenKey(config.value);
  if (key === null) return config;
  throw new SecAgentError('plugin_load_failed', `its stored configuration holds the key "${key}"`, {
    field: key,
  });
}
