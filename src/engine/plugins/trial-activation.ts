import { realpathSync, rmSync } from 'node:fs';
import { type ErrorInfo, SecAgentError } from '../../shared/errors';
import type { StoredConfig } from '../../shared/host-contract';
import {
  PluginHosts,
  type PluginHostsOptions,
  type PluginPackage,
  type RegisteredSkill,
  type RegisteredTool,
} from '../plugin-host';
import { createStagingFolder } from './install';

/** What plugin processes are started with. */
export type Sandbox = Pick<PluginHostsOptions, 'nodePath' | 'hostEntry'>;

/** What a plugin has registered by the end of its activation; nothing when that failed. */
export interface TrialActivation {
  /** why it does not start, or null */
  error: ErrorInfo | null;
  tools: RegisteredTool[];
  skills: RegisteredSkill[];
  prompts: string[];
  rules: string[];
  preRules: string[];
}

const MAX_LOAD_SECONDS = 10;

/**
 * Starts a plugin once, as it would start when it is switched on, and ends it: with an empty configuration of its own that is
 * forgotten, no variables of the environment, and every request refused. What it could keep lies in a folder below `staging`,
 * which is gone afterwards, or when the next engine starts if this process is killed.
 * @param plugin its `limits.loadSeconds` count up to 10; 0 is 10 as well
 */
export async function tryActivation(
  plugin: PluginPackage,
  sandbox: Sandbox,
  staging: string,
): Promise<TrialActivation> {
  const { id, limits } = plugin;
  const folder = createStagingFolder(staging);
  const hosts = new PluginHosts({
    ...sandbox,
    logDir: folder,
    ports: { ...forgottenConfig(), savePreview: refuseDrawing, changed: () => {}, audit: () => {} },
    fetch: refuseRequest,
    restarts: { maxCrashes: 0 },
  });
  try {
    const loadSeconds = Math.min(limits?.loadSeconds || MAX_LOAD_SECONDS, MAX_LOAD_SECONDS);
    hosts.enable({
      ...plugin,
      directory: realpathSync(plugin.directory),
      limits: { ...limits, loadSeconds },
    });
    const status = await hosts.whenStarted(id);
    return {
      error: status?.error ? withoutCount(status.error) : null,
      tools: hosts.tools(id),
      skills: hosts.skills(id),
      prompts: hosts.prompts(id).map(({ name }) => name),
      rules: hosts.rules(id).map(({ name }) => name),
      preRules: hosts.preRules(id).map(({ name }) => name),
    };
  } finally {
    await hosts.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How often it crashed is no news: it is started once. */
function withoutCount(error: ErrorInfo): ErrorInfo {
  const reason = error.details?.reason;
  return error.code === 'plugin_crashed' && typeof reason === 'string'
    ? { ...error, message: reason }
    : error;
}

function forgottenConfig() {
  let stored: StoredConfig = { value: {}, revision: 0 };
  return {
    readConfig: () => stored,
    configRevision: () => stored.revision,
    writeConfig(_id: string, value: Record<string, unknown>) {
      stored = { value, revision: stored.revision + 1 };
      return stored.revision;
    },
  };
}

const refuseRequest = async () => {
  throw new SecAgentError('fetch_refused', 'no request is made while a package is checked');
};

const refuseDrawing = async () => {
  throw new SecAgentError('preview_failed', 'nothing is drawn while a package is checked');
};
