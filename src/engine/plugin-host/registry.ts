import { lstatSync } from 'node:fs';
import { join, sep } from 'node:path';
import { apiLimits } from '../../plugin-api';
import { SecAgentError } from '../../shared/errors';
import type { NoticeParams } from '../../shared/host-contract';
import type { Permission } from '../../shared/permissions';
import type { PluginPackage, RegisteredSkill, RegisteredTool } from './types';

export type Kind = NoticeParams<'unregister'>['kind'];

export interface RegisteredPrompt {
  pluginId: string;
  name: string;
}
export interface RegisteredRule extends RegisteredPrompt {
  pattern: string;
}

/** What is kept of each kind; a pre-rule and a settings page are names, their functions stay in the isolate. */
interface Kinds {
  tool: RegisteredTool;
  skill: RegisteredSkill;
  prompt: RegisteredPrompt;
  rule: RegisteredRule;
  preRule: RegisteredPrompt;
  settings: RegisteredPrompt;
}

/** How long an unregistered entry serves on, so that a sweep leaves no gap (S11). */
const SWEEP_MS = 2_000;

/** More than the prelude allows: what is kept here has the plugin's id and folder in it too. */
const REGISTERED_LENGTH = apiLimits.registeredLength * 1.5;

interface Entries<T> {
  byName: Map<string, { value: T; length: number; leaving: NodeJS.Timeout | null }>;
}

/**
 * What one generation of a plugin registered, in order. Everything is checked here, whatever the plugin's process
 * checked already. `revoke` drops it all at once: a crash or disabling leaves nothing behind (S10, S11).
 */
export class Registry {
  readonly #plugin: PluginPackage;
  readonly #changed: () => void;
  readonly #entries: { [K in Kind]: Entries<Kinds[K]> } = {
    tool: { byName: new Map() },
    skill: { byName: new Map() },
    prompt: { byName: new Map() },
    rule: { byName: new Map() },
    preRule: { byName: new Map() },
    settings: { byName: new Map() },
  };
  /** characters of everything in here as JSON */
  #length = 0;
  #revoked = false;

  constructor(plugin: PluginPackage, changed: () => void) {
    this.#plugin = plugin;
    this.#changed = changed;
  }

  get tools(): RegisteredTool[] {
    return values(this.#entries.tool);
  }
  get skills(): RegisteredSkill[] {
    return values(this.#entries.skill);
  }
  get prompts(): RegisteredPrompt[] {
    return values(this.#entries.prompt);
  }
  get rules(): RegisteredRule[] {
    return values(this.#entries.rule);
  }

  get preRules(): RegisteredPrompt[] {
    return values(this.#entries.preRule);
  }
  get settingsPages(): string[] {
    return values(this.#entries.settings).map(({ name }) => name);
  }

  registerTool({ name, description, inputSchema, hidden }: NoticeParams<'registerTool'>): void {
    this.#require('registerTool', 'agent.tools');
    const { id } = this.#plugin;
    if (JSON.stringify(inputSchema).length > apiLimits.inputSchemaLength) {
      const message = `the inputSchema of ${name} is longer than ${apiLimits.inputSchemaLength} characters`;
      throw new SecAgentError('quota_exceeded', message);
    }
    const key = `${id}__${name}`;
    this.#set('tool', name, { pluginId: id, key, name, description, inputSchema, hidden });
  }

  registerSkill({ folder, description, pattern }: NoticeParams<'registerSkill'>): void {
    this.#require('registerSkill', 'agent.skills');
    const { id, directory: packageDirectory } = this.#plugin;
    const directory = containedFolder(packageDirectory, folder);
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    this.#set('skill', name, {
      pluginId: id,
      name: `${id}/${name}`,
      description,
      path: join(directory, 'SKILL.md'),
      directory,
      pattern: pattern?.source ?? null,
    });
  }

  registerPrompt({ name }: NoticeParams<'registerPrompt'>): void {
    this.#require('registerPrompt', 'agent.prompts');
    this.#set('prompt', name, { pluginId: this.#plugin.id, name });
  }

  registerRule({ name, pattern }: NoticeParams<'registerRule'>): void {
    this.#require('registerRule', 'agent.rules');
    this.#set('rule', name, { pluginId: this.#plugin.id, name, pattern: pattern.source });
  }

  registerPreRule({ name }: NoticeParams<'registerPreRule'>): void {
    this.#require('registerPreRule', 'agent.rules');
    this.#set('preRule', name, { pluginId: this.#plugin.id, name });
  }

  registerSettings({ name }: NoticeParams<'registerSettings'>): void {
    this.#require('registerSettingsHandler', 'agent.settings');
    this.#set('settings', name, { pluginId: this.#plugin.id, name });
  }

  unregister({ kind, name }: NoticeParams<'unregister'>): void {
    const { byName } = this.#entries[kind];
    const entry = byName.get(name);
    if (!entry || entry.leaving !== null) return;
    entry.leaving = setTimeout(() => {
      byName.delete(name);
      this.#length -= entry.length;
      this.#changed();
    }, SWEEP_MS).unref();
  }

  revoke(): void {
    this.#revoked = true;
    for (const { byName } of Object.values(this.#entries)) {
      for (const { leaving } of byName.values()) clearTimeout(leaving ?? undefined);
      byName.clear();
    }
    this.#length = 0;
  }

  #set<K extends Kind>(kind: K, name: string, value: Kinds[K]): void {
    if (this.#revoked) return;
    const { byName } = this.#entries[kind] as Entries<Kinds[K]>;
    const before = byName.get(name);
    if (!before && byName.size >= apiLimits.registrationsPerKind) {
      throw new SecAgentError('quota_exceeded', `more than ${apiLimits.registrationsPerKind} ${kind}s`);
    }
    const length = JSON.stringify(value).length;
    const grown = this.#length + length - (before?.length ?? 0);
    if (grown > REGISTERED_LENGTH) {
      throw new SecAgentError(
        'quota_exceeded',
        `more than ${REGISTERED_LENGTH} characters registered in all`,
      );
    }
    this.#length = grown;
    clearTimeout(before?.leaving ?? undefined);
    byName.set(name, { value, length, leaving: null });
    this.#changed();
  }

  #require(method: string, permission: Permission): void {
    if (this.#plugin.permissions.includes(permission)) return;
    throw new SecAgentError('permission_missing', `${method} needs the permission "${permission}"`, {
      permission,
      method,
    });
  }
}

function values<T>({ byName }: Entries<T>): T[] {
  return [...byName.values()].map(({ value }) => value);
}

/** The skill's real folder: inside the package, with no link on the way (S13, ATTACKS 13). */
function containedFolder(packageDirectory: string, folder: string): string {
  const parts = folder.split('/');
  if (
    parts.some(
      (part) => part === '' || part === '.' || part === '..' || part.includes('\\') || part.includes('\0'),
    )
  ) {
    throw new SecAgentError('skill_invalid', `${folder} is outside the package`, { path: folder });
  }
  let path = packageDirectory.endsWith(sep) ? packageDirectory.slice(0, -1) : packageDirectory;
  for (const part of [...parts, 'SKILL.md']) {
    path = join(path, part);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || stats.isSymbolicLink()) {
      throw new SecAgentError(
        'skill_invalid',
        `${folder}/SKILL.md is ${stats ? 'reached through a link' : 'not there'}`,
        { path: folder },
      );
    }
  }
  return path.slice(0, -'/SKILL.md'.length);
}
