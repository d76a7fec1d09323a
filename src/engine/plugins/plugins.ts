import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { type ErrorInfo, SecAgentError } from '../../shared/errors';
import type { Candidate, PluginDetail, PluginLimits, PluginSummary } from '../../shared/plugins';
import type { Directories } from '../directories';
import type { PluginHostsApi, PluginPackage } from '../plugin-host';
import {
  addDisabled,
  addEnabled,
  decidedSwitch,
  defaultLimits,
  forgetPlugin,
  isEnabled,
  limitsOf,
  offerNewTools,
  refusePlugin,
  refuseSource,
  refuseSwitchingOff,
  type SettingsFile,
  setLimits,
  withdrawEnabled,
} from '../settings';
import type { PluginSkill } from '../skills';
import { recordAudit, transaction } from '../storage';
import { folderName } from './folder-name';
import { Installer, treeDigest } from './install';
import { packageSkills } from './package-skills';
import { pluginDetail } from './plugin-detail';
import { pluginSummary } from './plugin-summary';
import type { PluginRecord, PluginRecords } from './registry';
import { type Sandbox, tryActivation } from './trial-activation';
import { type PackageReport, validatePackage } from './validate-package';

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
  readonly #sandbox: Sandbox;
  readonly #changed: () => void;
  readonly #runs: (id: string) => boolean;
  /** name of the tree each running host was started from; a reinstalled version has another one */
  readonly #running = new Map<string, string>();
  /** what each running one may use */
  readonly #limits = new Map<string, Required<PluginLimits>>();
  /** why a plugin was switched off again right after it was switched on */
  readonly #failures = new Map<string, ErrorInfo>();
  /** trees whose files are not what was installed */
  readonly #damaged = new Set<string>();
  /** one change of the store at a time: two drops of the same zip are installed in turn */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: {
    directories: Directories;
    database: DatabaseSync;
    settings: SettingsFile;
    hosts: PluginHostsApi;
    /** where a package that is only checked is started */
    sandbox: Sandbox;
    records: PluginRecords;
    changed: () => void;
    /** which switched-on plugins this process runs */
    runs: (id: string) => boolean;
  }) {
    this.#directories = options.directories;
    this.#database = options.database;
    this.#settings = options.settings;
    this.#hosts = options.hosts;
    this.#sandbox = options.sandbox;
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
    const { enabled } = this.#settings.read().plugins;
    const wanted = new Map<string, PluginRecord>();
    for (const id of enabled) {
      const record = this.#runs(id) ? this.#startable(id) : null;
      if (record) wanted.set(id, record);
    }
    for (const [id, folder] of [...this.#running]) {
      if (wanted.get(id)?.folder !== folder) void this.#stop(id);
    }
    for (const record of wanted.values()) this.#run(record);
    this.#hosts.order(enabled);
    this.#hosts.refreshConfigs();
  }

  /** Skills of packages that are on, in activation order (S6); those with something wrong among them. */
  skills(): PluginSkill[] {
    return [...this.#running.keys()].flatMap((id) => {
      const record = this.records.get(id);
      return record ? packageSkills(record, this.#directory(record)) : [];
    });
  }

  list(): PluginSummary[] {
    return this.records.list().map((record) => this.#summary(record));
  }

  show(id: string): PluginDetail {
    const record = this.#record(id);
    const directory = this.#directory(record);
    return pluginDetail(this.#summary(record), record, directory, this.#hosts, this.#settings.read());
  }

  /** Unpacks and validates a zip; what it returns is what the consent view shows. */
  async stage(path: string): Promise<Candidate> {
    refuseSource(this.#settings.policy(), 'zip');
    const staged = await this.#installer.stageZip(path);
    try {
      refusePlugin(this.#settings.policy(), staged.id, 'install');
    } catch (error) {
      this.#installer.discard(staged.candidateId);
      throw error;
    }
    const record = this.records.get(staged.id);
    const granted = record && this.records.granted(staged.id, record.digest);
    const installed = record && {
      version: record.description.version,
      digest: record.digest,
      enabled: isEnabled(this.#settings.read(), staged.id),
      // What somebody agreed to, not what the old version asked for: the rest is new to them.
      permissions: granted ?? [],
      network: granted ? record.description.network : { hosts: [], env: [] },
    };
    return { ...staged, installed };
  }

  /** What a package holds and what its author should know (M14). Nothing is installed; code of its own is started once, alone. */
  validate(path: string): Promise<PackageReport> {
    const { staging } = this.#directories;
    const tryIt = async (plugin: PluginPackage) => {
      refusePlugin(this.#settings.policy(), plugin.id, 'enable');
      const limits = defaultLimits(this.#settings.read());
      return tryActivation({ ...plugin, limits }, this.#sandbox, staging);
    };
    return this.#installer.inspect(path, (description, directory) =>
      validatePackage(description, directory, tryIt),
    );
  }

  discard(candidateId: string): void {
    this.#installer.discard(candidateId);
  }

  /**
   * Swap and record (M1). With `enable`, the permissions the candidate listed are granted and the plugin is started;
   * one that can't be started is off again afterwards, and the summary says why.
   */
  async commit(candidateId: string, enable: boolean): Promise<PluginSummary> {
    const id = await this.#inTurn(async () => {
      const { id, permissions } = this.#installer.describe(candidateId);
      refusePlugin(this.#settings.policy(), id, enable ? 'enable' : 'install');
      // The write lock covers rename and record: no other process sweeps the tree before its record stands.
      transaction(this.#database, () => {
        const tree = this.#installer.store(candidateId);
        this.records.put(tree, enable ? permissions : null);
      });
      this.#installer.discard(candidateId);
      if (enable) this.#switchOn(id);
      if (this.#running.has(id)) await this.#stop(id);
      this.#sweepTrees(id);
      this.reconcile();
      this.#changed();
      return id;
    });
    return enable ? this.#started(id) : this.#summary(this.#record(id));
  }

  /**
   * Grants the installed version what it asks for and switches it on.
   * @throws `consent_required` when the installed version is not the one that was looked at
   */
  async enable(id: string, digest: string): Promise<PluginSummary> {
    await this.#inTurn(() => {
      const record = this.#record(id);
      refusePlugin(this.#settings.policy(), id, 'enable');
      if (record.digest !== digest) {
        const sentence = `${record.description.name} has changed since it was shown; look at it again`;
        throw new SecAgentError('consent_required', sentence, { id });
      }
      transaction(this.#database, () => this.records.grant(id, digest, record.description.permissions));
      this.#switchOn(id);
      this.reconcile();
      this.#changed();
    });
    return this.#started(id);
  }

  /** Switches off and denies (M2). Takes effect at once. */
  disable(id: string): Promise<PluginSummary> {
    return this.#inTurn(async () => {
      const record = this.#record(id);
      refuseSwitchingOff(this.#settings.policy(), id);
      this.#settings.update((settings) => addDisabled(settings, id));
      recordAudit(this.#database, 'plugin.disabled', id);
      this.#failures.delete(id);
      await this.#stop(id);
      this.#changed();
      return this.#summary(record);
    });
  }

  /** Full reset (M9): code, data, grants, configuration and log go. */
  remove(id: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#record(id);
      refuseSwitchingOff(this.#settings.policy(), id);
      // Record and settings first: nothing starts it again while its disposer runs, and what that writes is refused.
      this.#settings.update((settings) => forgetPlugin(settings, id));
      transaction(this.#database, () => this.records.remove(id));
      this.#failures.delete(id);
      await this.#stop(id);
      this.#sweepTrees(id);
      rmSync(join(this.#directories.pluginData, folderName(id)), { recursive: true, force: true });
      this.#hosts.forget(id);
      this.#changed();
    });
  }

  /** Starts an enabled plugin again, also one that was given up (M13). @throws `plugin_not_enabled`, `plugin_damaged` */
  restart(id: string): PluginSummary {
    const record = this.#record(id);
    const { name } = record.description;
    if (!isEnabled(this.#settings.read(), id)) {
      throw new SecAgentError('plugin_not_enabled', `${name} is off; switch it on first`, { id });
    }
    if (!this.#running.has(id)) {
      throw new SecAgentError(
        'plugin_damaged',
        `the files of ${name} are gone or were changed; install it again`,
        { id },
      );
    }
    // What somebody wrote into settings.json meanwhile applies from now on.
    const settings = this.#settings.read();
    const limits = { ...defaultLimits(settings), ...limitsOf(settings, id) };
    if (this.#limits.has(id) && !isDeepStrictEqual(limits, this.#limits.get(id))) {
      void this.#inTurn(async () => {
        await this.#stop(id);
        this.reconcile();
        this.#changed();
      });
    } else this.#hosts.restart(id);
    this.#changed();
    return this.#summary(record);
  }

  /** What it may use from now on; a running one is started again with it (M13). */
  setLimits(id: string, limits: PluginLimits | null): Promise<PluginDetail> {
    return this.#inTurn(async () => {
      this.#record(id);
      // One that the administrator keeps on is not to be starved into failing.
      refuseSwitchingOff(this.#settings.policy(), id);
      this.#settings.update((settings) => setLimits(settings, id, limits ?? {}));
      recordAudit(this.#database, 'plugin.limits', id, { ...limits });
      await this.#stop(id);
      this.reconcile();
      this.#changed();
      return this.show(id);
    });
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

  /** The record of a plugin that may run: switched on, agreed to, and there. */
  #startable(id: string): PluginRecord | null {
    const record = this.records.get(id);
    if (!record || !isEnabled(this.#settings.read(), id)) return null;
    const runs = this.records.granted(id, record.digest) !== null && existsSync(this.#directory(record));
    return runs ? record : null;
  }

  #switchOn(id: string): void {
    this.#failures.delete(id);
    this.#settings.update((settings) => addEnabled(settings, id));
    recordAudit(this.#database, 'plugin.enabled', id);
  }

  /** Waits until a plugin that was just switched on has started; one that can't be is switched off again. */
  async #started(id: string): Promise<PluginSummary> {
    const status = await this.#hosts.whenStarted(id);
    const { error } = status ?? {};
    if (status?.state === 'error' && error) {
      await this.#inTurn(async () => {
        this.#settings.update((settings) => withdrawEnabled(settings, id));
        recordAudit(this.#database, 'plugin.not-started', id, { code: error.code });
        this.#failures.set(id, error);
        await this.#stop(id);
        this.#changed();
      });
    } else if (status?.state === 'ready' && this.#settings.read().tools.selected) {
      const visible = this.#hosts.tools(id).filter(({ hidden }) => !hidden);
      this.#settings.update((settings) =>
        offerNewTools(
          settings,
          id,
          visible.map(({ key }) => key),
        ),
      );
    }
    return this.#summary(this.#record(id));
  }

  #run(record: PluginRecord): void {
    const { id, name, version, main } = record.description;
    const permissions = this.records.granted(id, record.digest);
    if (this.#running.has(id) || !permissions) return;
    const directory = this.#directory(record);
    // The grant is for exactly this digest; files that changed since are nothing anybody agreed to.
    if (treeDigest(directory) !== record.digest) {
      this.#damaged.add(directory);
      return;
    }
    this.#running.set(id, record.folder);
    if (main === null) return; // no JavaScript: its skills are read when they are needed
    const settings = this.#settings.read();
    const limits = { ...defaultLimits(settings), ...limitsOf(settings, id) };
    this.#limits.set(id, limits);
    this.#hosts.enable({
      id,
      name,
      version,
      main,
      permissions,
      directory: realpathSync(directory),
      limits,
      network: record.description.network,
    });
  }

  async #stop(id: string): Promise<void> {
    if (!this.#running.delete(id)) return;
    await this.#hosts.disable(id);
  }

  /** Under the write lock and by the record as it is now: another process may have installed meanwhile. */
  #sweepTrees(id: string): void {
    transaction(this.#database, () => {
      const kept = this.records.get(id)?.folder;
      this.#installer.sweepPlugin(id, (folder) => folder === kept);
    });
  }

  #directory(record: PluginRecord): string {
    return join(this.#directories.store, folderName(record.description.id), record.folder);
  }

  #summary(record: PluginRecord): PluginSummary {
    const { id } = record.description;
    return pluginSummary({
      record,
      enabled: isEnabled(this.#settings.read(), id),
      granted: this.records.granted(id, record.digest) !== null,
      intact: existsSync(this.#directory(record)) && !this.#damaged.has(this.#directory(record)),
      host: this.#hosts.status(id),
      failure: this.#failures.get(id) ?? null,
      managed: decidedSwitch(this.#settings.policy(), id),
    });
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}
