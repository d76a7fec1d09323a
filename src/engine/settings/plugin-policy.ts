import { SecAgentError } from '../../shared/errors';

/** What the administrator says about plugins (M20). Switching one on still takes a person's consent. */
export interface PluginPolicy {
  /** named as switched on, and not to be switched off */
  required: readonly string[];
  /** never switched on */
  denied: readonly string[];
  /** the only ones that may be there; null: any */
  allowed: readonly string[] | null;
  /** the only kinds of source; null: any */
  sources: readonly string[] | null;
}

export const noPolicy: PluginPolicy = { required: [], denied: [], allowed: null, sources: null };

/** Whether this plugin may run at all. */
export function mayRun({ allowed, denied }: PluginPolicy, id: string): boolean {
  return (allowed === null || allowed.includes(id)) && !denied.includes(id);
}

/** What the administrator decided about this plugin's switch; null: nothing. */
export function decidedSwitch(policy: PluginPolicy, id: string): 'on' | 'off' | null {
  if (!mayRun(policy, id)) return 'off';
  return policy.required.includes(id) ? 'on' : null;
}

/** @throws `managed` */
export function refuseSource({ sources }: PluginPolicy, kind: string): void {
  if (sources === null || sources.includes(kind)) return;
  throw new SecAgentError(
    'managed',
    `the administrator of this computer does not allow plugins from this source (${kind})`,
    { setting: 'sources', source: kind },
  );
}

/** @throws `managed` when it may not be installed, or not be switched on */
export function refusePlugin(policy: PluginPolicy, id: string, act: 'install' | 'enable'): void {
  const forbidden = act === 'install' ? policy.allowed && !policy.allowed.includes(id) : !mayRun(policy, id);
  if (!forbidden) return;
  throw new SecAgentError('managed', `the administrator of this computer does not allow the plugin "${id}"`, {
    setting: policy.denied.includes(id) ? 'plugins.disabled' : 'plugins.allowed',
    id,
  });
}

/** @throws `managed` when it has to stay on */
export function refuseSwitchingOff(policy: PluginPolicy, id: string): void {
  if (!policy.required.includes(id) || !mayRun(policy, id)) return;
  throw new SecAgentError('managed', `the administrator of this computer keeps the plugin "${id}" on`, {
    setting: 'plugins.enabled',
    id,
  });
}
