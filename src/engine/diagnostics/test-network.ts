import { toErrorInfo } from '../../shared/errors';
import type { NetworkTest } from '../../shared/privacy';
import type { ModelProvider } from '../../shared/settings';
import { describeNetworkFailure } from '../models';
import { type NetworkFetch, type NetworkOptions, networkFailure, proxyName, routesTo } from '../network';

const WITHIN_MS = 20_000;

export interface NetworkTestOptions {
  /** where the current model is asked; null for the demo */
  provider(): ModelProvider | null;
  fetch: NetworkFetch;
  network: NetworkOptions;
}

/**
 * Reaches the current model's service and says what is in the way (X5). Any answer counts: key and model are tested
 * elsewhere, and nothing is paid for this.
 */
export async function testNetwork(options: NetworkTestOptions): Promise<NetworkTest> {
  const { fetch, network } = options;
  let provider: ModelProvider | null;
  try {
    provider = options.provider();
  } catch (error) {
    const { code, message } = toErrorInfo(error);
    return { outcome: 'failed', host: '', via: null, at: 'settings', reason: code, message };
  }
  if (!provider) return { outcome: 'demo' };
  const url = new URL(provider.baseUrl);
  const { host } = url;
  let via: string | null = null;
  const started = performance.now();
  try {
    const [route] = await routesTo(url, { ...network, settings: network.settings() });
    via = route instanceof URL ? proxyName(route) : null;
    const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    await response.body?.cancel();
    return { outcome: 'reached', host, via, ms: Math.round(performance.now() - started) };
  } catch (error) {
    const failure = networkFailure(error);
    if (!failure) {
      const reason = error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network';
      const message = error instanceof Error ? error.message : String(error);
      return { outcome: 'failed', host, via, at: via ? 'proxy' : 'service', reason, message };
    }
    const { message, details } = describeNetworkFailure(failure).error;
    const at = failure.proxy ? 'proxy' : 'service';
    return { outcome: 'failed', host, via, at, reason: String(details?.reason), message };
  }
}
