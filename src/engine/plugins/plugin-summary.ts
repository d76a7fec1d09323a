import type { ErrorInfo } from '../../shared/errors';
import type { PluginState, PluginSummary } from '../../shared/plugins';
import type { HostStatus } from '../plugin-host';
import type { PluginRecord } from './registry';

const notRunning = { rssBytes: 0, cpuMs: 0, calls: 0, restarts: 0 };

/** What a plugin's state is decided from. */
export interface PluginFacts {
  record: PluginRecord;
  /** switched on by the settings */
  enabled: boolean;
  /** somebody agreed to this version's permissions */
  granted: boolean;
  /** its tree is there, and is what was installed */
  intact: boolean;
  /** null while no process runs for it here */
  host: HostStatus | null;
  /** why it was switched off again when it could not be started */
  failure: ErrorInfo | null;
  /** what the administrator decided about its switch (M20) */
  managed: PluginSummary['managed'];
}

export function pluginSummary(facts: PluginFacts): PluginSummary {
  const { record, host } = facts;
  const { description } = record;
  return {
    id: description.id,
    name: description.name,
    version: description.version,
    description: description.description,
    author: description.author,
    icon: description.icon,
    format: description.format,
    ...(host ? { state: host.state, error: host.error } : resting(facts)),
    enabled: facts.enabled,
    managed: facts.managed,
    source: { ...record.source, digest: record.digest },
    permissions: description.permissions,
    network: description.network,
    diagnostics: description.diagnostics,
    status: host?.status ?? null,
    stats: host?.stats ?? notRunning,
    installedAt: record.installedAt,
  };
}

/** State and error of a plugin no process runs for. */
function resting(facts: PluginFacts): { state: PluginState; error: ErrorInfo | null } {
  const { id, name } = facts.record.description;
  if (!facts.intact) {
    const message = `the files of ${name} are gone or were changed; install it again`;
    return { state: 'error', error: { code: 'plugin_damaged', message, details: { id } } };
  }
  if (!facts.enabled) return { state: 'disabled', error: facts.failure };
  if (!facts.granted) return { state: 'needs-consent', error: null };
  // Without JavaScript there is nothing to start.
  return { state: facts.record.description.main === null ? 'ready' : 'enabled', error: null };
}
