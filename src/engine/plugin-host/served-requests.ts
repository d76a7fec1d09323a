import { apiLimits } from '../../plugin-api';
import { type RequestContext, WithAttachment } from '../../rpc';
import { SecAgentError } from '../../shared/errors';
import type { EngineParams } from '../../shared/host-contract';
import type { Permission } from '../../shared/permissions';
import { tokenBucket } from '../../shared/token-bucket';
import type { openConfigSync } from './config-sync';
import type { FetchGate } from './fetch';
import { checkRequest, HostViolation } from './host-messages';
import type { PluginHostPorts, PluginPackage } from './types';

/** Requests of one process served at once; it asks for `pendingRequests` at most, and some may just have been given up. */
const MAX_SERVED = apiLimits.pendingRequests * 2;
const DRAWINGS = { perSecond: 2, burst: 20 };

export interface ServedRequestsOptions {
  plugin: PluginPackage;
  ports: PluginHostPorts;
  fetch: FetchGate;
  config: ReturnType<typeof openConfigSync>;
  /** what another process wrote goes to the process before it is told that its own write is refused */
  refreshConfig(): void;
  /** resolves when the process has taken what was sent to it before */
  roomToAnswer(): Promise<void>;
  /** folders of the sessions whose calls are under way */
  workspaces(): string[];
}

/**
 * What a plugin's process asks of the engine, each with its permission checked here as well.
 * @throws HostViolation for what only a process gone wrong asks
 */
export function servedRequests(options: ServedRequestsOptions) {
  const { plugin, ports, config } = options;
  const mayWriteConfig = tokenBucket(20, 100);
  const mayDraw = tokenBucket(DRAWINGS.perSecond, DRAWINGS.burst);
  // Twice what its process lets through.
  const mayAsk = tokenBucket(apiLimits.requestsPerSecond * 2, apiLimits.requestsBurst * 2);
  let served = 0;

  const require = (method: string, permission: Permission): void => {
    if (plugin.permissions.includes(permission)) return;
    throw new SecAgentError('permission_missing', `${method} needs the permission "${permission}"`, {
      permission,
    });
  };

  const fetch = async (params: EngineParams<'fetch'>, { attachment, signal }: RequestContext) => {
    require('fetch', 'network.http');
    const request = { ...params, body: attachment, signal, hosts: plugin.network?.hosts ?? null };
    const { answer, body } = await options.fetch(plugin.id, request, options.roomToAnswer);
    return new WithAttachment(answer, body);
  };

  const setConfig = ({ value, revision }: EngineParams<'setConfig'>): number => {
    if (!mayWriteConfig())
      throw new SecAgentError('quota_exceeded', 'the configuration is written too often');
    if (Buffer.byteLength(JSON.stringify(value)) > apiLimits.configBytes)
      throw new SecAgentError('quota_exceeded', 'the configuration is over 64 KiB');
    try {
      return config.write(value, revision);
    } catch (error) {
      options.refreshConfig();
      throw error;
    }
  };

  const savePreview = async (params: EngineParams<'savePreview'>, { attachment }: RequestContext) => {
    require('openSvgPreview', 'agent.preview');
    if (!mayDraw()) throw new SecAgentError('quota_exceeded', 'too many drawings; wait a moment');
    const { title, fileName, openPreview } = params;
    const svg = attachment ?? new Uint8Array(0);
    const [workspace = null, ...others] = options.workspaces();
    // Which of the calls is drawing cannot be told; a drawing must not land in another chat's folder.
    if (others.length > 0) {
      throw new SecAgentError(
        'preview_failed',
        'chats that work in different folders use this plugin at the same moment; try again',
      );
    }
    return ports.savePreview(plugin, { svg, title, fileName, openPreview, workspace });
  };

  return async (method: string, params: unknown, context: RequestContext): Promise<unknown> => {
    served++;
    try {
      if (served > MAX_SERVED) throw new HostViolation('it asks for too much at once');
      if (!mayAsk()) throw new HostViolation('it floods the engine with requests');
      const request = checkRequest(method, params);
      switch (request.method) {
        case 'fetch':
          return await fetch(request.params, context);
        case 'setConfig':
          if (context.attachment) throw new HostViolation('a setConfig with bytes beside it');
          return setConfig(request.params);
        case 'savePreview':
          return await savePreview(request.params, context);
      }
    } finally {
      served--;
    }
  };
}
