import { Console } from 'node:console';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameTransport, hostFrameLimits, Peer } from '../rpc';
import { SecAgentError } from '../shared/errors';
import type { HostNotices, StartParams } from '../shared/host-contract';
import { boundedError } from './bounded-error';
import { watchMemory } from './memory-watch';
import { type RunningPlugin, startPlugin } from './plugin';

/**
 * The process of one plugin. It speaks frames over stdin and stdout, and ends with its parent: the plugin's
 * code runs on isolated-vm's threads, so this one always gets to see that stdin has ended.
 */
const output = process.stdout;
// Nothing else may write between the frames.
Object.defineProperty(process, 'stdout', { value: process.stderr });
globalThis.console = new Console(process.stderr, process.stderr);

// isolated-vm is loaded by now; from here on this process may load no native code.
(process as unknown as { permission?: { drop?(scope: string): void } }).permission?.drop?.('addon');

let plugin: RunningPlugin | null = null;
let started = false;
/** what another process wrote while the plugin was loading */
let waitingConfig: HostNotices['config'] | null = null;

const peer = new Peer(frameTransport(process.stdin, output, hostFrameLimits), {
  async request(method, params, { stream }) {
    try {
      return await answer(method, params, stream);
    } catch (error) {
      throw boundedError(error);
    }
  },
  notify(method, params) {
    if (method === 'cancel') plugin?.cancel((params as HostNotices['cancel']).call);
    if (method === 'config') {
      if (plugin) plugin.takeConfig(params as HostNotices['config']);
      else waitingConfig = params as HostNotices['config'];
    }
  },
  closed: die,
});

function answer(method: string, params: unknown, stream: (chunk: unknown) => void): unknown {
  if (method === 'start') return start(params as StartParams);
  if (method === 'stats') {
    const { user, system } = process.cpuUsage();
    return { rssBytes: process.memoryUsage.rss(), cpuMs: Math.round((user + system) / 1_000) };
  }
  if (!plugin) throw new SecAgentError('plugin_not_running', 'the plugin has not been started');
  const { answers } = plugin;
  if (!Object.hasOwn(answers, method)) throw new SecAgentError('method_unknown', `no method ${method}`);
  // The engine is trusted here: its parameters are those of the method (host-contract.ts).
  const done = answers[method as keyof typeof answers](params as never, stream);
  return method === 'dispose' ? done.finally(plugin.flush) : done;
}

async function start(params: StartParams) {
  if (started) throw new SecAgentError('internal', 'started already');
  started = true;
  const began = performance.now();
  watchMemory(fatal, params.memoryMb);
  plugin = await startPlugin(params, peer, dirname(fileURLToPath(import.meta.url)), fatal);
  if (waitingConfig) plugin.takeConfig(waitingConfig);
  return { ms: Math.round(performance.now() - began) };
}

function fatal(reason: string): void {
  try {
    peer.notify('fatal', { reason });
  } finally {
    setTimeout(die, 20);
  }
}

/** Not process.exit: it waits for the isolate's thread, which may never come back. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error}\n`);
  die();
});
process.on('unhandledRejection', (error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  die();
});
