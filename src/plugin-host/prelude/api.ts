import type {
  PluginApi,
  PreRuleMatcher,
  PromptSource,
  RuleHandler,
  SettingsHandler,
  ToolHandler,
} from '../../plugin-api/api';
import { apiLimits } from '../../plugin-api/limits';
import type { StoredConfig } from '../../shared/host-contract';
import type { BootData } from '../guest-protocol';
import { argumentValidator } from './arguments';
import { type Channel, toJson } from './channel';
import {
  checkFunction,
  checkName,
  checkObject,
  checkPageId,
  checkPattern,
  checkText,
  invalid,
  type Pattern,
} from './checks';
import { openConfig } from './config';
import { makeOpenSvgPreview } from './drawings';
import { pluginError } from './errors';
import { makeFetch } from './fetch';
import { safeMap } from './intrinsics';
import { registrations, type Total } from './registrations';

/** Everything the plugin registered, for the calls that come in. */
export interface Registered {
  tools: ReturnType<typeof registrations<{ validate(args: unknown): unknown; handler: ToolHandler }>>;
  skills: ReturnType<typeof registrations<{ pattern: Pattern | null }>>;
  prompts: ReturnType<typeof registrations<{ source: PromptSource }>>;
  rules: ReturnType<typeof registrations<{ pattern: Pattern; handler: RuleHandler }>>;
  preRules: ReturnType<typeof registrations<{ matcher: PreRuleMatcher }>>;
  settings: ReturnType<typeof registrations<{ handler: SettingsHandler }>>;
}

/**
 * The object `activate(api)` receives. Checks are made here so that the plugin gets its error at the call; the engine
 * makes them again, because nothing inside the isolate can be relied on.
 */
export function makeApi(
  channel: Channel,
  boot: BootData,
): { api: PluginApi; registered: Registered; takeConfig: (stored: StoredConfig) => void } {
  const granted = safeMap<string, true>();
  for (const permission of boot.permissions) granted.set(permission, true);
  const requirePermission = (method: string, permission: string) => {
    if (granted.has(permission)) return;
    throw pluginError(
      'permission_missing',
      `${method} needs the permission "${permission}"; add it to "permissions" in secagent-plugin.json`,
      { permission, method },
    );
  };
  const total: Total = { length: 0 };
  const registered: Registered = {
    tools: registrations('tool', total),
    skills: registrations('skill', total),
    prompts: registrations('prompt', total),
    rules: registrations('rule', total),
    preRules: registrations('pre-rule', total),
    settings: registrations('settings page', total),
  };
  const lengthOf = (params: unknown) => toJson(params).length;
  const unregister = (kind: keyof typeof listOf, name: unknown) => {
    if (typeof name !== 'string') return;
    if (registered[listOf[kind]].withdraw(name)) channel.notice('unregister', { kind, name });
  };
  const config = openConfig(channel, boot.config);

  const api: PluginApi = {
    plugin: Object.freeze({ ...boot.plugin }),

    registerTool(tool, handler) {
      requirePermission('registerTool', 'agent.tools');
      if (typeof tool !== 'object' || tool === null)
        throw invalid('registerTool needs {name, description, inputSchema}');
      const name = checkName('tool', tool.name);
      const description = checkText(
        `the description of tool ${name}`,
        tool.description,
        apiLimits.descriptionLength,
      );
      const inputSchema = checkObject(
        `the inputSchema of tool ${name}`,
        tool.inputSchema ?? { type: 'object' },
        apiLimits.inputSchemaLength,
      );
      if (inputSchema.type !== undefined && inputSchema.type !== 'object') {
        throw invalid(`the inputSchema of tool ${name} must have the type "object"`);
      }
      checkFunction(`the handler of tool ${name}`, handler);
      const notice = { name, description, inputSchema, hidden: tool.hidden !== false };
      const validate = argumentValidator(name, inputSchema);
      registered.tools.set(name, { validate, handler }, lengthOf(notice));
      channel.notice('registerTool', notice);
    },
    unregisterTool: (name) => unregister('tool', name),

    registerSkill(path, pattern) {
      requirePermission('registerSkill', 'agent.skills');
      const given = checkText('the path of a skill', path, apiLimits.skillPathLength);
      const checked =
        pattern === undefined || pattern === null
          ? null
          : checkPattern(`the pattern of skill ${given}`, pattern);
      const { folder, description, entry } = channel.ask('skill', { path: given });
      const notice = { folder, description, pattern: checked };
      registered.skills.set(lastSegment(folder), { pattern: checked }, lengthOf(notice));
      channel.notice('registerSkill', notice);
      return entry;
    },
    unregisterSkill(folder) {
      if (typeof folder === 'string')
        unregister('skill', lastSegment(folder.replace(/[\\/]+(?:SKILL\.md)?$/i, '')));
    },

    registerPrompt(name, prompt) {
      requirePermission('registerPrompt', 'agent.prompts');
      const checked = checkName('prompt', name);
      if (typeof prompt === 'string') checkText(`prompt ${checked}`, prompt, apiLimits.promptLength);
      else checkFunction(`prompt ${checked}`, prompt);
      const notice = { name: checked };
      registered.prompts.set(checked, { source: prompt }, lengthOf(notice));
      channel.notice('registerPrompt', notice);
    },
    unregisterPrompt: (name) => unregister('prompt', name),

    registerRule(name, pattern, handler) {
      requirePermission('registerRule', 'agent.rules');
      const checked = checkName('rule', name);
      const checkedPattern = checkPattern(`the pattern of rule ${checked}`, pattern);
      checkFunction(`the handler of rule ${checked}`, handler);
      const notice = { name: checked, pattern: checkedPattern };
      registered.rules.set(checked, { pattern: checkedPattern, handler }, lengthOf(notice));
      channel.notice('registerRule', notice);
    },
    unregisterRule: (name) => unregister('rule', name),

    registerPreRule(name, matcher) {
      requirePermission('registerPreRule', 'agent.rules');
      const checked = checkName('pre-rule', name);
      checkFunction(`pre-rule ${checked}`, matcher);
      const notice = { name: checked };
      registered.preRules.set(checked, { matcher }, lengthOf(notice));
      channel.notice('registerPreRule', notice);
    },
    unregisterPreRule: (name) => unregister('preRule', name),

    registerSettingsHandler(pageId, handler) {
      requirePermission('registerSettingsHandler', 'agent.settings');
      const checked = checkPageId(pageId);
      checkFunction(`the handler of settings page ${checked}`, handler);
      const notice = { name: checked };
      registered.settings.set(checked, { handler }, lengthOf(notice));
      channel.notice('registerSettings', notice);
    },
    unregisterSettingsHandler: (pageId) => unregister('settings', pageId),

    openSvgPreview: makeOpenSvgPreview(channel, () => requirePermission('openSvgPreview', 'agent.preview')),

    getSectlSession: async () => null,
    async sectlOAuthLogin() {
      throw pluginError('sectl_unavailable', 'this app has no SECTL account to log in with');
    },

    setStatus(message, state) {
      const text = checkText('the status', message, apiLimits.statusLength);
      const kind =
        state === undefined || state === null
          ? undefined
          : checkText('the state of a status', state, apiLimits.statusStateLength);
      channel.notice('setStatus', { message: text, ...(kind !== undefined && { state: kind }) });
    },

    getConfig: config.get,
    setConfig: config.set,

    fetch: makeFetch(channel, () =>
      requirePermission('fetch', 'network.http'),
    ) as unknown as PluginApi['fetch'],
  };
  return { api: Object.freeze(api), registered, takeConfig: config.take };
}

const listOf = {
  tool: 'tools',
  skill: 'skills',
  prompt: 'prompts',
  rule: 'rules',
  preRule: 'preRules',
  settings: 'settings',
} as const;

const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1);
