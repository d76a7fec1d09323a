import { fileURLToPath } from 'node:url';
import { ipcTransport, Peer } from '../rpc';
import { SecAgentError, toErrorInfo } from '../shared/errors';
import { Engine } from './engine';
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
    return new Engine({ hostEntry: fileURLToPath(new URL('../plugin-host/host.js', import.meta.url)) });
  } catch (error) {
    peer.notify('failed', toErrorInfo(error));
    throw error;
  }
}

async function end(code: number): Promise<void> {
  await engine.dispose();
  process.exit(code);
}
