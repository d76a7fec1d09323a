import { apiLimits } from '../../../plugin-api';
import { SecAgentError } from '../../../shared/errors';
import type { FetchAnswer } from '../../../shared/host-contract';
import { type FetchOne, type PluginFetchRequest, pluginFetch } from './plugin-fetch';

export type FetchGate = (
  pluginId: string,
  request: PluginFetchRequest,
) => Promise<{ answer: FetchAnswer; body: Uint8Array }>;

/** The one gate all plugins' requests go through; undici is loaded with the first of them. */
export function openFetchGate(): FetchGate {
  const active = new Map<string, number>();
  let fetchOne: Promise<FetchOne> | undefined;
  return async (pluginId, request) => {
    const running = active.get(pluginId) ?? 0;
    if (running >= apiLimits.concurrentFetches) {
      throw new SecAgentError('quota_exceeded', `more than ${apiLimits.concurrentFetches} requests at once`);
    }
    active.set(pluginId, running + 1);
    try {
      fetchOne ??= loadUndici();
      return await pluginFetch(request, await fetchOne);
    } finally {
      const left = (active.get(pluginId) ?? 1) - 1;
      if (left > 0) active.set(pluginId, left);
      else active.delete(pluginId);
    }
  };
}

async function loadUndici(): Promise<FetchOne> {
  const { fetch, guardedAgent } = await import('./guarded-agent');
  const dispatcher = guardedAgent();
  return (url, { method, headers, body, signal }) =>
    fetch(url, {
      method,
      headers: hasHeader(headers, 'user-agent') ? headers : [...headers, ['user-agent', 'SecAgent']],
      body: body ?? null,
      signal,
      redirect: 'manual',
      credentials: 'omit',
      dispatcher,
    }) as unknown as Promise<Response>;
}

function hasHeader(headers: [string, string][], wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted);
}
