import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { EventName, Events } from '../shared/contract';
import type { EngineStatus } from '../shared/settings';
import { Agent } from './agent';
import {
  createDirectories,
  type Directories,
  type DirectoryOptions,
  resolveDirectories,
} from './directories';
import {
  type ChosenModel,
  environmentSecrets,
  firstOf,
  type ModelChoice,
  type Models,
  openModels,
  type Secrets,
} from './models';
import { createNetworkFetch, type NetworkOptions } from './network';
import { PluginHosts } from './plugin-host';
import { PluginRecords, Plugins } from './plugins';
import { Sessions } from './sessions';
import { SettingsFile } from './settings';
import { openDatabase, recordAudit } from './storage';
import { version } from './version';

/** ms between two looks whether another process (the CLI, a second window) changed the store. */
const WATCH_INTERVAL_MS = 1000;

export interface EngineOptions extends DirectoryOptions {
  /** out/plugin-host/host.js */
  hostEntry: string;
  /** Node that runs the plugin hosts; this one by default */
  nodePath?: string;
  /** overrides the environment's model for every turn of this engine */
  model?: ModelChoice;
  /** where keys and proxy passwords are kept; the environment's are used beside them */
  secrets?: Secrets;
  /** what the operating system says about proxies (X5); the environment's variables by default */
  resolveProxy?: NetworkOptions['resolveProxy'];
  /** which switched-on plugins this process runs; all by default, fewer for commands that need fewer */
  runs?: (pluginId: string) => boolean;
}

/** Everything SecAgent does, Electron-free (DESIGN §1): the same object under the desktop and in the CLI. */
export class Engine {
  readonly directories: Directories;
  readonly sessions: Sessions;
  readonly plugins: Plugins;
  readonly hosts: PluginHosts;
  readonly agent: Agent;
  readonly settings: SettingsFile;
  readonly models: Models;
  readonly #options: EngineOptions;
  readonly #database: DatabaseSync;
  readonly #events = new EventEmitter();
  readonly #watch: NodeJS.Timeout;
  #dataVersion: number;
  #pluginsChanged: NodeJS.Timeout | null = null;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.directories = resolveDirectories(options);
    createDirectories(this.directories);
    const { database, recovered } = openDatabase(this.directories.database);
    this.#database = database;
    if (recovered) recordAudit(database, 'storage.recovered', recovered);
    this.settings = new SettingsFile(this.directories.config);
    const env = options.env ?? process.env;
    this.models = openModels({
      settings: () => this.settings.read().models,
      env,
      secrets: firstOf(options.secrets, environmentSecrets(env, options.model ?? {})),
      fetch: createNetworkFetch({
        settings: () => this.settings.read().network,
        env,
        resolveProxy: options.resolveProxy,
        proxyCredentials: async (origin) => (await options.secrets?.get(origin)) ?? null,
      }),
    });
    this.sessions = new Sessions(database);
    const records = new PluginRecords(database);
    this.hosts = new PluginHosts({
      nodePath: options.nodePath ?? process.execPath,
      hostEntry: options.hostEntry,
      logDir: this.directories.pluginLogs,
      ports: {
        readConfig: (id) => this.plugins.readConfig(id),
        writeConfig: (id, value) => this.plugins.writeConfig(id, value),
        changed: () => this.announcePlugins(),
        audit: (id, what, details) => recordAudit(database, what, id, details),
      },
    });
    this.plugins = new Plugins({
      directories: this.directories,
      database,
      settings: this.settings,
      hosts: this.hosts,
      records,
      changed: () => this.announcePlugins(),
      runs: options.runs ?? (() => true),
    });
    this.agent = new Agent({
      hosts: this.hosts,
      sessions: this.sessions,
      selectedTools: () => this.settings.read().tools.selected,
      workspace: this.directories.workspace,
      emit: (sessionId, event) => this.emit('turn.event', { sessionId, event }),
    });
    this.sessions.repairInterrupted();
    this.plugins.start();
    this.#dataVersion = this.#readDataVersion();
    this.#watch = setInterval(() => this.#lookForOtherProcesses(), WATCH_INTERVAL_MS);
    this.#watch.unref();
  }

  /** Creates the workspace on first need (S28) and returns it. */
  workspace(): string {
    mkdirSync(this.directories.workspace, { recursive: true });
    return this.directories.workspace;
  }

  /** @throws `model_unknown` */
  model(): ChosenModel {
    return this.models.choose(this.#options.model);
  }

  status(): EngineStatus {
    return {
      version,
      model: this.#modelInfo(),
      plugins: this.plugins.list().filter((plugin) => plugin.enabled).length,
      tools: this.hosts.tools().length,
      skills: this.hosts.skills().length,
      configDir: this.directories.config,
      dataDir: this.directories.data,
      workspace: this.directories.workspace,
    };
  }

  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void {
    this.#events.on(event, listener);
    return () => this.#events.off(event, listener);
  }

  /** Every event, for the process that passes them on. */
  onAny(listener: <E extends EventName>(event: E, payload: Events[E]) => void): void {
    this.#events.on('*', listener);
  }

  emit<E extends EventName>(event: E, payload: Events[E]): void {
    this.#events.emit(event, payload);
    this.#events.emit('*', event, payload);
  }

  /** Pollers register every few seconds; one event says it for a burst. */
  announcePlugins(): void {
    this.#pluginsChanged ??= setTimeout(() => {
      this.#pluginsChanged = null;
      this.emit('plugins.changed', {});
    }, 100);
  }

  /** Ends every turn and every plugin process, then closes the database. */
  async dispose(): Promise<void> {
    clearInterval(this.#watch);
    this.agent.stopAll();
    await this.plugins.dispose();
    await this.hosts.dispose();
    clearTimeout(this.#pluginsChanged ?? undefined);
    this.#database.close();
  }

  #modelInfo(): EngineStatus['model'] {
    try {
      return this.model().info;
    } catch (error) {
      // Shown in the composer; the message itself answers with the reason.
      return { id: 'unusable', label: error instanceof Error ? error.message : String(error), demo: false };
    }
  }

  #lookForOtherProcesses(): void {
    const now = this.#readDataVersion();
    if (now === this.#dataVersion) return;
    this.#dataVersion = now;
    this.plugins.reconcile();
    this.emit('plugins.changed', {});
    this.emit('sessions.changed', {});
  }

  /** Changes when another connection has written (SQLite's data_version). */
  #readDataVersion(): number {
    return (this.#database.prepare('PRAGMA data_version').get() as { data_version: number }).data_version;
  }
}
