import { isPlainObject } from '../../shared/json';
import type { NetworkSettings, SettingsProblem } from '../../shared/settings';

/** The `network` part of settings.json; what can't be used means `system`, and is listed. */
export function readNetworkSettings(raw: unknown): { network: NetworkSettings; problems: SettingsProblem[] } {
  const source = isPlainObject(raw) ? raw : {};
  const { proxy, problems } = readProxy(isPlainObject(source.proxy) ? source.proxy : {});
  return { network: { proxy, systemCertificates: source.systemCertificates !== false }, problems };
}

function readProxy(raw: Record<string, unknown>): {
  proxy: NetworkSettings['proxy'];
  problems: SettingsProblem[];
} {
  const { mode = 'system', url, bypass } = raw;
  if (mode === 'none' || mode === 'system') return { proxy: { mode }, problems: [] };
  const fail = (path: string, reason: string) => ({
    proxy: { mode: 'system' } as const,
    problems: [{ path: `network.proxy.${path}`, reason }],
  });
  if (mode !== 'manual') return fail('mode', 'must be system, none or manual');
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^(https?|socks5?):$/.test(parsed.protocol) || !parsed.hostname) {
    return fail('url', 'must be an http, https or socks5 URL');
  }
  // A password in a plain file is a password given away (S25): it comes from where keys are kept.
  if (parsed.username || parsed.password) return fail('url', 'must not contain a user name or password');
  const hosts = Array.isArray(bypass) ? bypass.filter((host) => typeof host === 'string') : [];
  return { proxy: { mode, url: `${parsed.protocol}//${parsed.host}`, bypass: hosts }, problems: [] };
}
