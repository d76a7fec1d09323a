import { apiLimits } from '../../../plugin-api';
import { SecAgentError } from '../../../shared/errors';
import type { FetchAnswer } from '../../../shared/host-contract';
import { createNetworkFetch, type NetworkGuard, type NetworkOptions } from '../../network';
import { bodyRoom } from './body-room';
import { type FetchOne, type PluginFetchRequest, pluginFetch } from './plugin-fetch';

/** @param ready resolves when the plugin's process can take the answer */
export type FetchGate = (
  pluginId: string,
  request: PluginFetchRequest,
  ready: () => Promise<void>,
) => Promise<{ answer: FetchAnswer; body: Uint8Array }>;

/** How plugins reach the outside: like the rest of the program, but not everywhere it can. */
export type FetchNetwork = Omit<NetworkOptions, 'guard' | 'timeouts'>;

/** The one gate all plugins' requests go through; undici is loaded with the first of them. */
export function openFetchGate(network: FetchNetwork = direct): FetchGate {
  const rooms = new Map<string, { room: ReturnType<typeof bodyRoom>; requests: number; sending: number }>();
  const fetchOne = guardedFetch(network);
  return async (pluginId, request, ready) => {
    const own = rooms.get(pluginId) ?? {
      room: bodyRoom(apiLimits.fetchBytesAtOnce),
      requests: 0,
      sending: 0,
    };
    if (own.requests >= apiLimits.concurrentFetches) {
      throw new SecAgentError('quota_exceeded', `more than ${apiLimits.concurrentFetches} requests at once`);
    }
    const bytes = request.body?.byteLength ?? 0;
    if (bytes > 0 && own.sending + bytes > apiLimits.fetchBytesAtOnce)
      throw new SecAgentError('quota_exceeded', 'the requests under way are over 64 MiB together');
    rooms.set(pluginId, own);
    own.requests++;
    own.sending += bytes;
    const part = own.room.enter();
    try {
      const result = await pluginFetch(request, fetchOne, undefined, part.take);
      await ready();
      return result;
    } finally {
      part.leave();
      own.sending -= bytes;
      if (--own.requests === 0) rooms.delete(pluginId);
    }
  };
}

/** Through the computer's proxy, with its certificates (X5), and only to where plugins may go (ATTACKS 11). */
export function guardedFetch(network: FetchNetwork, guard: NetworkGuard = addressGuard): FetchOne {
  const fetch = createNetworkFetch({ ...network, guard, timeouts: { connect: 10_000 } });
  return (url, { method, headers, body, signal }) =>
    fetch(url, {
      method,
      headers: hasHeader(headers, 'user-agent') ? headers : [...headers, ['user-agent', 'SecAgent']],
      body: (body ?? null) as NonNullable<RequestInit['body']> | null,
      signal,
      credentials: 'omit',
    });
}

const direct: FetchNetwork = {
  settings: () => ({ proxy: { mode: 'none' }, systemCertificates: false }),
  env: {},
};

const addressGuard: NetworkGuard = {
  openDirect: async (secureContext) => (await import('./guarded-agent')).guardedAgent({ secureContext }),
  beforeProxy: async (url) => (await import('./guarded-agent')).judgeBeforeProxy(url),
};

function hasHeader(headers: [string, string][], wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted);
}
