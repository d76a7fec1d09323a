import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type ErrorInfo, SecAgentError } from '../../shared/errors';
import type { Candidate, PluginDetail, PluginState, PluginSummary } from '../../shared/plugins';
import type { Directories } from '../directories';
import type { PluginHostsApi } from '../plugin-host';
import { addDisabled, addEnabled, forgetPlugin, isEnabled, type SettingsFile } from '../settings';
import { recordAudit, transaction } from '../storage';
import { Installer } from './install';
import type { PluginRecord, PluginRecords } from './registry';

const CONFIG_LIMIT = 64 * 1024;
const idle = { rssBytes: 0, cpuMs: 0, calls: 0, restarts: 0 };

/**
 * The life of every plugin (DESIGN §4): what is installed, what is switched on, what runs. A plugin runs when the
 * settings switch it on *and* a grant for its exact digest stands in the database; editing settings.json by hand
 * enables nothing.
 */
export class Plugins {
  readonly records: PluginRecords;
  readonly #installer: Installer;
  readonly #directories: Directories;
  readonly #database: DatabaseSync;
  readonly #settings: SettingsFile;
  readonly #hosts: PluginHostsApi;
  readonly #changed: () => void;
  readonly #runs: (id: string) => boolean;
  /** digest each running host was started from */
  readonly #running = new Map<string, string>();
  /** one change of the store at a time: two drops of the same zip are installed in turn */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: {
    directories: Directories;
    database: DatabaseSync;
    settings: SettingsFile;
    hosts: PluginHostsApi;
    records: PluginRecords;
    changed: () => void;
    /** which switched-on plugins this process runs */
    runs: (id: string) => boolean;
  }) {
    this.#directories = options.directories;
    this.#database = options.database;
    this.#settings = options.settings;
    this.#hosts = options.hosts;
    this.#changed = options.changed;
    this.#runs = options.runs;
    this.records = options.records;
    this.#installer = new Installer(options.directories);
  }

  /** Repairs what a killed process left, then starts what is switched on, in activation order. */
  start(): void {
    transaction(this.#database, () =>
      this.#installer.sweep((id, folder) => this.records.get(id)?.folder === folder),
    );
    this.reconcile();
  }

  /** Brings the running hosts in line with settings and records; also after another process changed them. */
  reconcile(): void {
    const settings = this.#settings.read();
    const wanted = new Map<string, PluginRecord>();
    for (const id of settings.plugins.enabled) {
      const record = this.records.get(id);
      const granted = record && isEnabled(settings, id) && this.records.granted(id, record.digest);
      if (granted && this.#runs(id)) wanted.set(id, record);
    }
    for (const [id, digest] of [...this.#running]) {
      if (wanted.get(id)?.digest !== digest) void this.#stop(id);
    }
    for (const record of wanted.values()) this.#run(record);
  }

  list(): PluginSummary[] {
    return this.records.list().map((record) => this.#summary(record));
  }

  show(id: string): PluginDetail {
    const record = this.#record(id);
    return {
      ...this.#summary(record),
      readme: record.description.readme,
      tools: this.#hosts.tools(id).map(({ pluginId: _, ...tool }) => tool),
      skills: this.#hosts.skills(id).map(({ pluginId: _, directory: __, ...skill }) => skill),
      prompts: this.#hosts.prompts(id).map((prompt) => prompt.name),
      rules: this.#hosts.rules(id).map(({ name, pattern }) => ({ name, pattern })),
      preRules: [],
      mcpServers: [],
      settingsPages: record.description.settingsPages,
    };
  }

  /** Unpacks and validates a zip; what it returns is what the consent view shows. */
  async stage(path: string): Promise<Candidate> {
    const staged = await this.#installer.stageZip(path);
    const record = this.records.get(staged.id);
    const installed = record && {
      version: record.description.version,
      digest: record.digest,
      enabled: isEnabled(this.#settings.read(), staged.id),
      permissions: record.description.permissions,
    };
    return { ...staged, installed };
  }

  /** What a package holds and what its author should know (M14); nothing is installed and nothing of it runs. */
  async validate(path: string) {
    const description = await this.#installer.inspect(path);
    const { format, permissions, diagnostics, icon: _, readme: __, ...manifest } = description;
    return { format, manifest, permissions, diagnostics };
  }

  discard(candidateId: string): void {
    this.#installer.discard(candidateId);
  }

  /** Swap and record (M1). With `enable`, the permissions the candidate listed are granted. */
  commit(candidateId: string, enable: boolean): Promise<PluginSummary> {
    return this.#inTurn(async () => {
      const { id, permissions } = this.#installer.describe(candidateId);
      // The write lock covers rename and record: no other process sweeps the tree before its record stands.
      const stored = transaction(this.#database, () => {
        const tree = this.#installer.store(candidateId);
        this.records.put(tree, enable ? permissions : null);
        return tree;
      });
      this.#installer.discard(candidateId);
      if (this.#running.has(id)) await this.#stop(id);
      this.#installer.sweepPlugin(id, (folder) => folder === stored.folder);
      if (enable) this.#switchOn(id);
      this.reconcile();
      this.#changed();
      return this.#summary(this.#record(id));
    });
  }

  /**
   * Grants the installed version what it asks for and switches it on.
   * @throws `consent_required` when the installed version is not the one that was looked at
   */
  enable(id: string, digest: string): Promise<PluginSummary> {
    return this.#inTurn(() => {
      const record = this.#record(id);
      if (record.digest !== digest) {
        throw new SecAgentError(
          'consent_required',
          `${record.description.name} has changed since it was shown; look at it again`,
          { id },
        );
      }
      transaction(this.#database, () => this.records.grant(id, digest, record.description.permissions));
      this.#switchOn(id);
      this.reconcile();
      this.#changed();
      return this.#summary(record);
    });
  }

  /** Switches off and denies (M2). Takes effect at once. */
  disable(id: string): Promise<PluginSummary> {
    return this.#inTurn(async () => {
      const record = this.#record(id);
      this.#settings.update((settings) => addDisabled(settings, id));
      recordAudit(this.#database, 'plugin.disabled', id);
      await this.#stop(id);
      this.#changed();
      return this.#summary(record);
    });
  }

  /** Full reset (M9): code, data, grants and configuration go. */
  remove(id: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#record(id);
      await this.#stop(id);
      this.#settings.update((settings) => forgetPlugin(settings, id));
      transaction(this.#database, () => this.records.remove(id));
      this.#installer.sweepPlugin(id, () => false);
      rmSync(join(this.#directories.pluginData, id), { recursive: true, force: true });
      rmSync(join(this.#directories.pluginLogs, `${id}.log`), { force: true });
      this.#changed();
    });
  }

  /** Starts an enabled plugin that was given up (M13). @throws `plugin_not_enabled` */
  restart(id: string): PluginSummary {
    const record = this.#record(id);
    if (!this.#running.has(id)) {
      throw new SecAgentError('plugin_not_enabled', `${record.description.name} is off; switch it on first`, {
        id,
      });
    }
    this.#hosts.restart(id);
    this.#changed();
    return this.#summary(record);
  }

  readConfig(id: string): Record<string, unknown> {
    return this.records.readConfig(id).value;
  }

  /** @throws `quota_exceeded` above 64 KiB (S19) */
  writeConfig(id: string, value: Record<string, unknown>): void {
    const json = JSON.stringify(value);
    if (Buffer.byteLength(json) > CONFIG_LIMIT) {
      throw new SecAgentError('quota_exceeded', 'the configuration is larger than 64 KiB', {
        limit: CONFIG_LIMIT,
      });
    }
    this.records.writeConfig(id, json);
  }

  async dispose(): Promise<void> {
    await this.#queue.catch(() => undefined);
    this.#installer.dispose();
  }

  #record(id: string): PluginRecord {
    const record = this.records.get(id);
    if (!record) throw new SecAgentError('plugin_unknown', `no plugin "${id}" is installed`, { id });
    return record;
  }

  #switchOn(id: string): void {
    this.#settings.update((settings) => addEnabled(settings, id));
    recordAudit(this.#database, 'plugin.enabled', id);
  }

  #run(record: PluginRecord): void {
    const { id, name, version, main } = record.description;
    const permissions = this.records.granted(id, record.digest);
    const directory = join(this.#directories.store, id, record.folder);
    if (this.#running.has(id) || main === null || !permissions || !existsSync(directory)) return;
    this.#running.set(id, record.digest);
    this.#hosts.enable({ id, name, version, main, permissions, directory: realpathSync(directory) });
  }

  async #stop(id: string): Promise<void> {
    if (!this.#running.delete(id)) return;
    await this.#hosts.disable(id);
  }

  #summary(record: PluginRecord): PluginSummary {
    const { description } = record;
    const host = this.#hosts.status(description.id);
    const enabled = isEnabled(this.#settings.read(), description.id);
    return {
      id: description.id,
      name: description.name,
      version: description.version,
      description: description.description,
      author: description.author,
      icon: description.icon,
      format: description.format,
      ...(host ? { state: host.state, error: host.error } : this.#resting(record, enabled)),
      enabled,
      source: { ...record.source, digest: record.digest },
      permissions: description.permissions,
      diagnostics: description.diagnostics,
      status: host?.status ?? null,
      stats: host?.stats ?? idle,
      installedAt: record.installedAt,
    };
  }

  /** State and error of a plugin no host runs for. */
  #resting(record: PluginRecord, enabled: boolean): { state: PluginState; error: ErrorInfo | null } {
    const { id, name } = record.description;
    if (!existsSync(join(this.#directories.store, id, record.folder))) {
      const message = `the files of ${name} are gone; install it again`;
      return { state: 'error', error: { code: 'plugin_damaged', message, details: { id } } };
    }
    if (!enabled) return { state: 'disabled', error: null };
    return { state: this.records.granted(id, record.digest) ? 'enabled' : 'needs-consent', error: null };
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}
