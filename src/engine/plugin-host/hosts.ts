import { type ErrorInfo, SecAgentError } from '../../shared/errors';
import { type Deadlines, defaultDeadlines } from '../../shared/host-contract';
import { type LogLine, pluginLimits } from '../../shared/plugins';
import { type FetchGate, openFetchGate } from './fetch';
import type { Generation } from './generation';
import { defaultHeartbeat, type HeartbeatPolicy } from './heartbeat';
import { refuseForbiddenKeys } from './host-messages';
import { askInOrder } from './in-order';
import { PluginLog } from './plugin-log';
import { tryPreRules } from './pre-rules';
import { evaluatePrompts, matchSkills, type Target } from './questions';
import { tryRules } from './rules';
import { skippedLines } from './skipped-lines';
import { startQueue } from './start-queue';
import { defaultRestartPolicy, type RestartPolicy, Supervisor } from './supervisor';
import type {
  HostStatus,
  PluginHostsApi,
  PluginHostsOptions,
  PluginPackage,
  PreRuleFailure,
  PreRuleMatch,
  PromptText,
  RegisteredSkill,
  RegisteredTool,
  RuleFailure,
  RuleOutcome,
} from './types';

/** What tests turn down, and the rest of the program leaves alone. */
export interface PluginHostsTuning {
  deadlines?: Partial<Deadlines>;
  slackMs?: number;
  restarts?: Partial<RestartPolicy>;
  heartbeat?: Partial<HeartbeatPolicy>;
  fetch?: FetchGate;
}

const STARTS_AT_ONCE = 2;
/** The process keeps the deadlines itself and waits up to 2 s for a busy plugin; this is for one that is stuck. */
const SLACK_MS = 6_000;

function runningGeneration(supervisor: Supervisor): Generation {
  const { plugin, status, ready } = supervisor;
  if (ready) return ready;
  const { state, error } = status;
  const why = error ? `${state}: ${error.message}` : state === 'ready' ? 'its process has ended' : state;
  throw new SecAgentError('plugin_not_running', `${plugin.name} is not running (${why})`, {
    plugin: plugin.id,
  });
}

/** Every plugin process, and what the plugins registered (DESIGN §1, §4). */
export class PluginHosts implements PluginHostsApi {
  readonly #options: PluginHostsOptions;
  readonly #deadlines: Deadlines;
  readonly #slackMs: number;
  readonly #restarts: RestartPolicy;
  readonly #heartbeat: HeartbeatPolicy;
  readonly #fetch: FetchGate;
  readonly #queue = startQueue(STARTS_AT_ONCE);
  /** in activation order: by `order`, then as they were enabled */
  #supervisors = new Map<string, Supervisor>();
  readonly #ending = new Map<string, Promise<void>>();
  readonly #logs = new Map<string, PluginLog>();
  readonly #settledListeners = new Set<() => void>();

  constructor(options: PluginHostsOptions & PluginHostsTuning) {
    this.#options = options;
    this.#deadlines = { ...defaultDeadlines, ...options.deadlines };
    this.#slackMs = options.slackMs ?? SLACK_MS;
    this.#restarts = { ...defaultRestartPolicy, ...options.restarts };
    this.#heartbeat = { ...defaultHeartbeat, ...options.heartbeat };
    this.#fetch = options.fetch ?? openFetchGate(options.network);
  }

  enable(plugin: PluginPackage): void {
    if (this.#supervisors.has(plugin.id)) return;
    const { nodePath, hostEntry, ports, env = {} } = this.#options;
    const { memoryMb, loadSeconds, toolSeconds } = plugin.limits ?? {};
    const context = {
      nodePath,
      hostEntry,
      ports,
      env,
      memoryMb: memoryMb ?? pluginLimits.memoryMb.default,
      deadlines: {
        ...this.#deadlines,
        ...(loadSeconds !== undefined && { load: loadSeconds * 1_000 }),
        ...(toolSeconds !== undefined && { tool: toolSeconds * 1_000 }),
      },
      slackMs: this.#slackMs,
      log: this.#log(plugin.id),
      fetch: this.#fetch,
      changed: () => this.#changed(plugin.id),
    };
    const after = this.#ending.get(plugin.id) ?? Promise.resolve();
    const policies = [this.#restarts, this.#heartbeat] as const;
    this.#supervisors.set(plugin.id, new Supervisor(plugin, context, this.#queue, ...policies, after));
    this.#changed(plugin.id);
  }

  async disable(pluginId: string): Promise<void> {
    const supervisor = this.#supervisors.get(pluginId);
    if (!supervisor) return this.#ending.get(pluginId);
    this.#supervisors.delete(pluginId);
    const ended = supervisor.disable();
    this.#ending.set(pluginId, ended);
    this.#changed(pluginId);
    await ended;
    if (this.#ending.get(pluginId) === ended) this.#ending.delete(pluginId);
  }

  order(pluginIds: readonly string[]): void {
    const place = new Map(pluginIds.map((id, index) => [id, index]));
    const at = (id: string) => place.get(id) ?? pluginIds.length;
    this.#supervisors = new Map([...this.#supervisors].sort(([a], [b]) => at(a) - at(b)));
  }

  refreshConfigs(): void {
    for (const { generation } of this.#ready()) generation.refreshConfig();
  }

  restart(pluginId: string): void {
    this.#supervisors.get(pluginId)?.restart();
  }

  status(pluginId: string): HostStatus | null {
    return this.#supervisors.get(pluginId)?.status ?? null;
  }

  async whenSettled(timeoutMs: number, signal?: AbortSignal): Promise<string[]> {
    const starting = () =>
      [...this.#supervisors.values()].filter(({ settled }) => !settled).map(({ plugin }) => plugin.id);
    await this.#until(() => starting().length === 0, timeoutMs, signal);
    return starting();
  }

  async whenStarted(pluginId: string): Promise<HostStatus | null> {
    await this.#until(() => this.#supervisors.get(pluginId)?.settled ?? true);
    return this.status(pluginId);
  }

  forget(pluginId: string): void {
    this.#logs.get(pluginId)?.remove();
    this.#logs.delete(pluginId);
  }

  async refreshStats(): Promise<void> {
    await Promise.all(
      [...this.#supervisors.values()].map((supervisor) => supervisor.refreshStats().catch(() => undefined)),
    );
  }

  tools(pluginId?: string): RegisteredTool[] {
    return this.#active(pluginId).flatMap(({ registry }) => registry.tools);
  }
  skills(pluginId?: string): RegisteredSkill[] {
    return this.#active(pluginId).flatMap(({ registry }) => registry.skills);
  }
  prompts(pluginId?: string): { pluginId: string; name: string }[] {
    return this.#active(pluginId).flatMap(({ registry }) => registry.prompts);
  }
  rules(pluginId?: string): { pluginId: string; name: string; pattern: string }[] {
    return this.#active(pluginId).flatMap(({ registry }) => registry.rules);
  }

  preRules(pluginId?: string): { pluginId: string; name: string }[] {
    return this.#active(pluginId).flatMap(({ registry }) => registry.preRules);
  }
  settingsHandlers(pluginId: string): string[] {
    return this.#active(pluginId).flatMap(({ registry }) => registry.settingsPages);
  }

  async callTool(key: string, args: unknown, signal?: AbortSignal, workspace?: string): Promise<unknown> {
    const separator = key.indexOf('__');
    const supervisor = this.#supervisors.get(key.slice(0, Math.max(0, separator)));
    if (!supervisor) throw new SecAgentError('tool_unknown', `there is no tool ${key}`, { tool: key });
    const generation = runningGeneration(supervisor);
    const tool = generation.registry.tools.find((registered) => registered.key === key);
    if (!tool) throw new SecAgentError('tool_unknown', `there is no tool ${key}`, { tool: key });
    refuseForbiddenKeys(args);
    supervisor.countCall();
    const { value } = await generation.stoppable(
      'callTool',
      { tool: tool.name, args: args ?? {} },
      generation.deadlines.tool,
      { signal, workspace },
    );
    return value ?? null;
  }

  async callSettings(
    pluginId: string,
    page: string,
    action: string,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const supervisor = this.#supervisors.get(pluginId);
    const unknown = () =>
      new SecAgentError('settings_page_unknown', `${pluginId} does not answer for its page ${page} now`, {
        plugin: pluginId,
        page,
      });
    if (!supervisor) throw unknown();
    const generation = runningGeneration(supervisor);
    if (!generation.registry.settingsPages.includes(page)) throw unknown();
    refuseForbiddenKeys(args);
    supervisor.countCall();
    const params = { page, action, args: args ?? {} };
    const { value } = await generation.stoppable('askSettings', params, generation.deadlines.tool, {
      signal,
    });
    return value ?? null;
  }

  async matchSkills(text: string, signal?: AbortSignal) {
    const results = await this.#ask(signal, (target) => matchSkills(target, text, this.#deadlines));
    for (const { failures } of results)
      this.#logSkipped(
        failures.map(({ pluginId, skill, error }) => ({ pluginId, what: `skill ${skill}`, error })),
      );
    return {
      matches: results.flatMap(({ matches }) => matches),
      failures: results.flatMap(({ failures }) => failures),
    };
  }

  async evaluatePrompts(signal?: AbortSignal): Promise<PromptText[]> {
    const results = await this.#ask(signal, (target) => evaluatePrompts(target, this.#deadlines));
    for (const texts of results)
      this.#logSkipped(
        texts.flatMap(({ pluginId, name, error }) =>
          error ? { pluginId, what: `prompt ${name}`, error } : [],
        ),
      );
    return results.flat();
  }

  async runRules(
    text: string,
    signal?: AbortSignal,
    onFailure?: (failure: RuleFailure) => void,
  ): Promise<RuleOutcome | null> {
    const ask = async ({ plugin, generation }: Target, patienceMs: number) => {
      const { outcome, failures } = await tryRules(
        plugin.id,
        generation,
        text,
        patienceMs,
        this.#deadlines,
        signal,
      );
      if (outcome?.kind === 'error')
        this.#log(plugin.id).add('error', `rule ${outcome.rule} failed: ${outcome.error.message}`);
      return { found: outcome, failures };
    };
    const nameOf = ({ rule }: RuleFailure) => (rule === null ? 'every rule' : `rule ${rule}`);
    return askInOrder(this.#ready(), ask, (failures) => this.#tell(failures, nameOf, onFailure));
  }

  async matchPreRule(
    text: string,
    signal?: AbortSignal,
    onFailure?: (failure: PreRuleFailure) => void,
  ): Promise<PreRuleMatch | null> {
    const ask = async ({ plugin, generation }: Target, patienceMs: number) => {
      const { match, failures } = await tryPreRules(plugin.id, generation, text, patienceMs, signal);
      return { found: match, failures };
    };
    const nameOf = ({ preRule }: PreRuleFailure) =>
      preRule === null ? 'every pre-rule' : `pre-rule ${preRule}`;
    return askInOrder(this.#ready(), ask, (failures) => this.#tell(failures, nameOf, onFailure));
  }

  async renderPreRule(match: PreRuleMatch, result: unknown, signal?: AbortSignal): Promise<string> {
    const generation = this.#supervisors.get(match.pluginId)?.ready;
    if (generation?.id !== match.generation)
      throw new SecAgentError('plugin_crashed', 'its process ended before it could answer');
    const params = { run: match.run, result };
    const { rule } = generation.deadlines;
    return (await generation.stoppable('renderPreRule', params, rule, { signal })).text;
  }

  log(pluginId: string, after = 0): LogLine[] {
    return this.#logs.get(pluginId)?.after(after) ?? [];
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#supervisors.keys()].map((id) => this.disable(id)));
    await Promise.all(this.#ending.values());
    await Promise.all([...this.#logs.values()].map((log) => log.flush()));
  }

  /** Waits for a change after which `settled` holds, for the time to pass, or for the signal. */
  #until(settled: () => boolean, timeoutMs?: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#settledListeners.delete(look);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const look = () => {
        if (settled()) finish();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(finish, timeoutMs);
      this.#settledListeners.add(look);
      signal?.addEventListener('abort', finish, { once: true });
      if (signal?.aborted) finish();
      else look();
    });
  }

  #active(pluginId?: string) {
    const supervisors =
      pluginId === undefined ? [...this.#supervisors.values()] : [this.#supervisors.get(pluginId)];
    return supervisors.flatMap((supervisor) => supervisor?.active ?? []);
  }

  #ready(): Target[] {
    return [...this.#supervisors.values()].flatMap(({ plugin, ready }) =>
      ready ? [{ plugin, generation: ready }] : [],
    );
  }

  /** Asks all plugins at once; Stop does not wait for them, their own time limits end what they do. */
  #ask<T>(signal: AbortSignal | undefined, question: (target: Target) => Promise<T>): Promise<T[]> {
    const answers = Promise.all(this.#ready().map(question));
    if (!signal) return answers;
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(new SecAgentError('stopped', 'stopped'));
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      answers.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  #tell<F extends { pluginId: string; error: ErrorInfo }>(
    failures: F[],
    nameOf: (failure: F) => string,
    onFailure: ((failure: F) => void) | undefined,
  ): void {
    this.#logSkipped(
      failures.map((failure) => ({
        pluginId: failure.pluginId,
        what: nameOf(failure),
        error: failure.error,
      })),
    );
    for (const failure of failures) onFailure?.(failure);
  }

  /** @param failures of one plugin */
  #logSkipped(failures: { pluginId: string; what: string; error: ErrorInfo }[]): void {
    const [first] = failures;
    if (first) for (const line of skippedLines(failures)) this.#log(first.pluginId).add('warn', line);
  }

  #log(pluginId: string): PluginLog {
    let log = this.#logs.get(pluginId);
    if (!log) {
      log = new PluginLog(this.#options.logDir, pluginId);
      this.#logs.set(pluginId, log);
    }
    return log;
  }

  #changed(pluginId: string): void {
    for (const listener of [...this.#settledListeners]) listener();
    this.#options.ports.changed(pluginId);
  }
}
