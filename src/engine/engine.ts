import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { SavedDrawing } from '../plugin-api';
import type { EventName, Events } from '../shared/contract';
import type { SessionSummary } from '../shared/sessions';
import type { EngineProblem, EngineStatus } from '../shared/settings';
import { Agent } from './agent';
import { Backups, finishRestore } from './backup';
import { type Connections, openConnections } from './connections';
import { diagnosticsText, runChecks } from './diagnostics';
import {
  createDirectories,
  type Directories,
  type DirectoryOptions,
  resolveDirectories,
} from './directories';
import { type ManagedLocation, managedLocation, readManagedFile } from './managed';
import type { ChosenModel, ModelChoice, Models, Secrets } from './models';
import type { NetworkOptions } from './network';
import { PluginHosts, type RegisteredSkill } from './plugin-host';
import { PluginRecords, Plugins } from './plugins';
import { type DrawingRequest, type PreviewWindow, savePreview } from './previews';
import { Sessions } from './sessions';
import { SettingsFile } from './settings';
import { type PluginSkill, Skills } from './skills';
import { openDatabase, recordAudit, transaction, writeFileAtomic } from './storage';
import { version } from './version';
import { Workspaces } from './workspace';

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
  /** takes a key out of there; nothing can where keys are only read */
  forgetKey?: (origin: string) => Promise<void>;
  /** what the operating system says about proxies (X5); the environment's variables by default */
  resolveProxy?: NetworkOptions['resolveProxy'];
  /** where the administrator's settings are (M20), for tests; no variable of the environment can move them */
  managed?: ManagedLocation;
  /** shows drawings (S22); the command line has none */
  previewWindow?: PreviewWindow;
  /** ends this process so that it is started again, with a restored backup; the default leaves that to the caller */
  restart?: () => void;
  /** lets the title model name new chats; for whoever stays until it has answered */
  namesSessions?: boolean;
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
  readonly connections: Connections;
  readonly models: Models;
  readonly secrets: Secrets;
  readonly skills: Skills;
  readonly workspaces: Workspaces;
  readonly backups: Backups;
  readonly #options: EngineOptions;
  readonly #database: DatabaseSync;
  /** where a damaged database is kept that was found at the start */
  readonly #setAside: string | null;
  readonly #events = new EventEmitter();
  readonly #watch: NodeJS.Timeout;
  #dataVersion: number;
  #pluginsChanged: NodeJS.Timeout | null = null;
  #diagnostics = '';
  #disposed: Promise<void> | null = null;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.directories = resolveDirectories(options);
    const restored = finishRestore(this.directories);
    createDirectories(this.directories);
    const { database, recovered } = openDatabase(this.directories.database);
    this.#database = database;
    this.#setAside = recovered;
    if (recovered) recordAudit(database, 'storage.recovered', recovered);
    if (typeof restored === 'object') recordAudit(database, 'backup.restore-failed', '', restored);
    this.settings = new SettingsFile(
      this.directories.config,
      (work) => transaction(database, work),
      () => readManagedFile(options.managed ?? managedLocation()),
    );
    this.connections = openConnections(options, this.settings);
    this.secrets = this.connections.secrets;
    this.models = this.connections.models;
    this.sessions = new Sessions(database);
    this.workspaces = new Workspaces(database, this.sessions, {
      path: this.directories.workspace,
      fixed: options.workspace !== undefined,
    });
    this.backups = new Backups({
      database,
      directories: this.directories,
      busy: () => this.sessions.list().some(({ busy }) => busy),
      close: () => this.dispose(),
    });
    const records = new PluginRecords(database);
    const sandbox = { nodePath: options.nodePath ?? process.execPath, hostEntry: options.hostEntry };
    this.hosts = new PluginHosts({
      ...sandbox,
      logDir: this.directories.pluginLogs,
      env: options.env ?? process.env,
      network: this.connections.network,
      ports: {
        readConfig: (id) => records.readConfig(id),
        configRevision: (id) => records.configRevision(id),
        writeConfig: (id, value, basedOn) =>
          transaction(database, () => records.writeConfig(id, value, basedOn)),
        savePreview: ({ id, name }, { workspace, title = name, ...request }) =>
          this.#savePreview(id, { ...request, title, workspace: workspace ?? this.workspaces.of(null) }),
        changed: () => this.announcePlugins(),
        audit: (id, what, details) => recordAudit(database, what, id, details),
      },
    });
    this.plugins = new Plugins({
      directories: this.directories,
      database,
      settings: this.settings,
      hosts: this.hosts,
      sandbox,
      records,
      changed: () => this.announcePlugins(),
      runs: options.runs ?? (() => true),
    });
    this.skills = new Skills({
      configFolder: join(this.directories.config, 'skills'),
      fromPlugins: () => [...this.plugins.skills(), ...this.hosts.skills().map(soundSkill)],
      choices: () => this.settings.read().skills,
      changed: () => this.emit('skills.changed', {}),
    });
    this.agent = new Agent({
      hosts: this.hosts,
      skills: this.skills,
      sessions: this.sessions,
      selectedTools: () => this.settings.read().tools.selected,
      workspaceOf: (sessionId) => this.workspaces.of(sessionId),
      titleModel: () => (options.namesSessions ? this.models.titleModel() : null),
      named: () => this.emit('sessions.changed', {}),
      emit: (sessionId, event, seq) => this.emit('turn.event', { sessionId, event, seq }),
    });
    this.#dataVersion = this.#readDataVersion();
    this.sessions.repairInterrupted();
    this.sessions.purge();
    this.plugins.start();
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

  /** A session that works in the present folder (S28). */
  createSession(): SessionSummary {
    const session = this.sessions.create();
    this.workspaces.assign(session.id);
    return session;
  }

  /** What the diagnostics file says now (X6). */
  async diagnostics(): Promise<string> {
    const { directories, settings, connections } = this;
    this.#diagnostics = diagnosticsText({
      status: this.status(),
      checks: await runChecks({ ...connections, directories, settings }),
      plugins: this.plugins.list(),
      settingsPath: settings.path,
      problems: settings.problems(),
      managed: settings.managed(),
      database: this.#database,
      directories,
      secrets: await connections.knownSecrets(),
    });
    return this.#diagnostics;
  }

  /** Saves what `diagnostics` said last: exactly what somebody has read. */
  async writeDiagnostics(path: string): Promise<void> {
    writeFileAtomic(path, this.#diagnostics || (await this.diagnostics()));
  }

  /** Ends this process after a restore. */
  restart(): void {
    this.#options.restart?.();
  }

  async forgetKey(origin: string): Promise<void> {
    await this.#options.forgetKey?.(origin);
    this.emit('models.changed', {});
  }

  status(): EngineStatus {
    return {
      version,
      model: this.#modelInfo(),
      plugins: this.plugins.list().filter((plugin) => plugin.enabled).length,
      tools: this.hosts.tools().length,
      skills: this.skills.usable(this.workspaces.of(null)).length,
      configDir: this.directories.config,
      dataDir: this.directories.data,
      workspace: this.directories.workspace,
      problems: this.#problems(),
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
    this.skills?.refresh();
    this.#pluginsChanged ??= setTimeout(() => {
      this.#pluginsChanged = null;
      this.emit('plugins.changed', {});
      this.emit('skills.changed', {});
    }, 100);
  }

  /** Ends every turn and every plugin process, then closes the database. Once: a restore does it before the end. */
  dispose(): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  async #dispose(): Promise<void> {
    clearInterval(this.#watch);
    this.skills.dispose();
    // Turns store their last piece before the database closes (S26).
    await this.agent.stopAll();
    await this.plugins.dispose();
    await this.hosts.dispose();
    clearTimeout(this.#pluginsChanged ?? undefined);
    this.backups.dispose();
    this.#database.close();
  }

  /** In the folder of the session that draws; one that was taken away since is not made again. */
  async #savePreview(pluginId: string, request: DrawingRequest): Promise<SavedDrawing> {
    const workspace = this.workspaces.prepareFolder(request.workspace);
    const saved = await savePreview({ ...request, workspace }, this.#options.previewWindow ?? null);
    recordAudit(this.#database, 'plugin.drew', pluginId, { path: saved.path, bytes: saved.bytes });
    return saved;
  }

  /** Files that could not be used, for the person to know where they are. */
  #problems(): EngineProblem[] {
    const problems: EngineProblem[] = [];
    const { database: path } = this.directories;
    if (this.#setAside) {
      const message = `${path} was damaged and is kept as ${this.#setAside}`;
      problems.push({ code: 'database_set_aside', message, details: { path, setAside: this.#setAside } });
    }
    const damaged = this.settings.damage();
    if (damaged) {
      const message = `${this.settings.path} can't be read; the defaults are used`;
      problems.push({ code: 'settings_damaged', message, details: { path: this.settings.path, ...damaged } });
    }
    return problems;
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
    this.sessions.beat();
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

/** A native plugin's skill was judged when it was registered (S13). */
function soundSkill({ name, pluginId, description, directory, pattern }: RegisteredSkill): PluginSkill {
  const place = { directory, within: directory };
  return { name, source: 'plugin', pluginId, description, ...place, pattern, reasons: [], isSound: true };
}
