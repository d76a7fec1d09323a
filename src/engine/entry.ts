import { fileURLToPath } from 'node:url';
import { ipcTransport, Peer } from '../rpc';
import type { MethodsOn, Params, Result } from '../shared/contract';
import { SecAgentError, toErrorInfo } from '../shared/errors';
import { Engine, type EngineOptions } from './engine';
import { engineMethods } from './methods';

/**
 * The engine as a child process of the desktop's main process. It announces `ready`, answers the contract's
 * engine methods by name, passes every event on, and ends when main goes.
 */
const peer = new Peer(ipcTransport(process), {
  request: (method, params, { signal }) => {
    const methods = implementation as Record<string, (params: unknown, signal: AbortSignal) => unknown>;
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!answer) throw new SecAgentError('method_unknown', `the engine has no method ${method}`, { method });
    return answer(params, signal);
  },
  closed: () => void end(0),
});

const engine = start();
const implementation = engineMethods(engine);
engine.onAny((event, payload) => peer.notify(event, payload));
peer.notify('ready', {});

process.on('SIGTERM', () => void end(0));
process.on('SIGINT', () => void end(0));

function start(): Engine {
  try {
    return new Engine({
      hostEntry: fileURLToPath(new URL('../plugin-host/host.js', import.meta.url)),
      secrets: { get: (origin) => ask('secrets.get', { origin }) },
      namesSessions: true,
      forgetKey: (origin) => ask('secrets.remove', { origin }),
      resolveProxy: (url) => ask('proxy.resolve', { url }),
      ...managedForDevelopment(process.argv),
      // A moment later: the answer to whoever asked for it leaves first.
      restart: () => void setTimeout(() => process.exit(0), 100),
    });
  } catch (error) {
    peer.notify('failed', toErrorInfo(error));
    throw error;
  }
}

/** `--managed FILE`, which only an unpackaged app passes on: there the one who runs it takes the administrator's part. */
function managedForDevelopment(argv: readonly string[]): Pick<EngineOptions, 'managed'> {
  const at = argv.indexOf('--managed');
  const path = at > 0 ? argv[at + 1] : undefined;
  return path ? { managed: { path, owner: process.getuid?.() ?? null } } : {};
}

/** What only the shell has, like the keychain. */
function ask<M extends MethodsOn<'engine'>>(method: M, params: Params<M>): Promise<Result<M>> {
  return peer.request(method, params) as Promise<Result<M>>;
}

async function end(code: number): Promise<void> {
  await engine.dispose();
  process.exit(code);
}
