import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peer } from '../rpc';
import { SecAgentError } from '../shared/errors';
import type { StartParams, StoredConfig } from '../shared/host-contract';
import { answersFrom } from './answers';
import { fileQuestions } from './file-questions';
import { passRequests } from './guest-requests';
import { latest } from './latest';
import { collectLogLines } from './log-lines';
import { loadFailure, ModuleLoader } from './module-loader';
import { PackageFiles } from './package-files';
import { readSnapshot } from './prelude-snapshot';
import { repeated } from './repeated';
import { deadlineExceeded, errorToGuest, type GuestEvent, isTimeout, type Prelude, Sandbox } from './sandbox';
import { wakeUps } from './wake-ups';

/** Bytes of messages the guest may have on their way to this process at once. */
const CREDIT = 64 * 1024 * 1024;
const STATUS_EVERY_MS = 100;
/** code nobody waits for that ran too long this often within a minute: the plugin is as good as hung (M13) */
const TIMEOUTS_OF_A_HUNG_ONE = 3;
const NOTICES = [
  'registerTool',
  'registerSkill',
  'registerPrompt',
  'registerRule',
  'registerPreRule',
  'registerSettings',
  'unregister',
];

export type RunningPlugin = Awaited<ReturnType<typeof startPlugin>>;

/** Makes the isolate, loads the package's modules and activates the plugin. */
export async function startPlugin(
  params: StartParams,
  peer: Peer,
  ownDirectory: string,
  fatal: (reason: string) => void,
) {
  const { plugin, config, deadlines, env, memoryMb } = params;
  const began = performance.now();
  const files = new PackageFiles(plugin.directory);
  const log = collectLogLines((batch) => peer.notify('log', batch));
  const loads = new Map<number, { done(): void; failed(error: unknown): void }>();
  const notify = (method: string, params: unknown) => {
    try {
      peer.notify(method, params);
    } catch (error) {
      log.add('error', `refused: ${method}: ${describeShort(error)}`); // too large, and the prelude was got round
    }
  };
  const setStatus = latest(STATUS_EVERY_MS, (status) => notify('setStatus', status));

  const stoppedCode = repeated(TIMEOUTS_OF_A_HUNG_ONE, 60_000, () => {
    log.flush();
    fatal(`code of its own accord ran too long ${TIMEOUTS_OF_A_HUNG_ONE} times within a minute`);
  });
  const unhandled = (error: unknown) => {
    if (isTimeout(error)) stoppedCode();
    log.add('error', isTimeout(error) ? 'code that ran too long was stopped' : `Uncaught ${describe(error)}`);
    // Like Node, which would end the process: what nobody handled while modules load is why they don't.
    for (const load of loads.values()) load.failed(error);
  };
  const requests = passRequests(peer, deadlines.tool || deadlines.background, unhandled);

  const wakeUp = wakeUps(() => sandbox.send({ t: 'wake' }, deadlines.background).catch(unhandled));

  const takeMessage = (message: GuestEvent, bytes: Uint8Array | undefined): void => {
    switch (message.t) {
      case 'log':
        return log.add(message.level, String(message.text));
      case 'wake':
        return wakeUp(message.ms);
      case 'cancel':
        return requests.cancel(message.id);
      case 'loaded':
        return loads.get(message.id)?.done();
      case 'notice':
        if (message.method === 'setStatus') setStatus(message.params);
        else if (NOTICES.includes(message.method)) notify(message.method, message.params);
        return;
      case 'request':
        if (message.method === 'import') void importDynamic(message.id, message.params as never);
        else requests.start(sandbox, message, bytes);
    }
  };

  const sandbox = new Sandbox(
    readPrelude(ownDirectory),
    {
      plugin: { id: plugin.id, version: plugin.version },
      permissions: plugin.permissions,
      config,
      deadlines,
      env,
      credit: CREDIT,
    },
    memoryMb,
    {
      message: takeMessage,
      ...fileQuestions(files),
      unhandled,
      fatal(reason) {
        log.flush();
        fatal(reason);
      },
    },
  );
  const { isolate, context } = sandbox;
  const loader = new ModuleLoader({
    isolate,
    context,
    files,
    pluginId: plugin.id,
    track: (ms, run) => sandbox.track(ms, run),
  });

  /** Waits until the wrapper says that its module is evaluated: with top-level await that is later than its evaluation's end. */
  const whenLoaded = async (id: number, evaluate: () => Promise<void>): Promise<void> => {
    const loaded = new Promise<void>((done, failed) => loads.set(id, { done, failed }));
    loaded.catch(() => undefined); // seen below, or after evaluate() failed
    try {
      await evaluate();
      await loaded;
    } finally {
      loads.delete(id);
    }
  };

  async function importDynamic(
    requestId: number,
    params: { id: number; from: string; specifier: string },
  ): Promise<void> {
    let reply: { v: null } | { e: ReturnType<typeof errorToGuest> } = { v: null };
    try {
      const { id, from, specifier } = params;
      await whenLoaded(id, () =>
        loader.loadDynamic(id, String(from), String(specifier), deadlines.background),
      );
    } catch (error) {
      reply = {
        e: errorToGuest(
          isTimeout(error)
            ? deadlineExceeded(deadlines.background)
            : loadFailure(String(params?.specifier), error),
        ),
      };
    }
    await sandbox.send({ t: 'reply', id: requestId, ...reply }, deadlines.background).catch(unhandled);
  }

  const load = async () => {
    await whenLoaded(0, () => loader.loadMain(plugin.main, deadlines.load));
    const left = deadlines.load > 0 ? Math.max(1, deadlines.load - (performance.now() - began)) : 0;
    await sandbox.call('activate', {}, left);
  };
  try {
    await within(deadlines.load, load());
  } catch (error) {
    const failure = loadError(error, plugin.main, deadlines.load);
    if (error instanceof Error && error.stack?.includes('plugin://')) log.add('error', guestStack(error));
    log.flush();
    throw failure;
  }
  const takeConfig = (stored: StoredConfig) =>
    void sandbox.send({ t: 'config', config: stored }, deadlines.background).catch(unhandled);
  return { ...answersFrom(sandbox, deadlines), takeConfig, flush: log.flush };
}

function readPrelude(directory: string): Prelude {
  const snapshot = readSnapshot(join(directory, 'prelude.snapshot'));
  return snapshot ? { snapshot } : { script: readFileSync(join(directory, 'prelude.js'), 'utf8') };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  if (ms <= 0) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(deadlineExceeded(ms)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function loadError(error: unknown, main: string, loadMs: number): SecAgentError {
  const timedOut = isTimeout(error) || (error instanceof SecAgentError && error.code === 'deadline_exceeded');
  if (timedOut) return new SecAgentError('deadline_exceeded', `load timed out after ${loadMs / 1_000}s`);
  if (error instanceof SecAgentError && error.code !== 'tool_failed') return error;
  return new SecAgentError('plugin_load_failed', `${main} failed to activate: ${describeShort(error)}`, {
    file: main,
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.stack?.includes('plugin://') ? guestStack(error) : `${error.name}: ${error.message}`;
}

/** Without the frames of this process. */
function guestStack(error: Error): string {
  return (error.stack ?? '').split(/\n\s*at \(<isolated-vm boundary>\)/)[0] ?? '';
}

function describeShort(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
