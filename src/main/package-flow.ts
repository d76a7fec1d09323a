import { basename, isAbsolute } from 'node:path';
import type {
  ConsentRequest,
  EventName,
  Events,
  MethodsServedBy,
  PackageOutcome,
  Params,
  Result,
} from '../shared/contract';
import { SecAgentError, toErrorInfo } from '../shared/errors';
import type { PluginSummary } from '../shared/plugins';
import type { Choice } from './consent-window';

export interface PackageFlowPorts {
  request<M extends MethodsServedBy<'engine'>>(method: M, params: Params<M>): Promise<Result<M>>;
  /** rejects when the question could not be shown */
  ask(question: Pick<ConsentRequest, 'kind' | 'subject'>): Promise<Choice>;
  emit<E extends EventName>(event: E, payload: Events[E]): void;
}

export interface PackageFlow {
  /** Takes package files in turn, each to its own question; resolves when all have been answered. */
  open(paths: readonly string[]): Promise<void>;
  /** Asks whether an installed plugin may be switched on, and does it. */
  requestEnable(id: string): Promise<void>;
}

/** Questions waiting for their turn; a page that asks without end gets an error, not a queue without end. */
const MAX_WAITING = 60;

/** Everything that ends in the consent view. One question at a time: the next waits for the last answer. */
export function createPackageFlow({ request, ask, emit }: PackageFlowPorts): PackageFlow {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    if (waiting >= MAX_WAITING) {
      return Promise.reject(new SecAgentError('quota_exceeded', 'too many packages are waiting already'));
    }
    waiting++;
    const mine = last.then(step).finally(() => waiting--);
    last = mine.catch(() => undefined); // reported to whoever asked
    return mine;
  }

  async function openOne(path: string): Promise<void> {
    const fileName = basename(path);
    emit('packages.opening', { fileName });
    try {
      if (!isAbsolute(path)) {
        throw new SecAgentError('invalid_argument', `${path} is not an absolute path`, { path });
      }
      const candidate = await request('packages.stage', { path });
      const { candidateId, id, name, version } = candidate;
      const choice = await ask({ kind: 'install', subject: candidate }).catch(async (error: unknown) => {
        await request('packages.discard', { candidateId });
        throw error; // a question that could not be put grants nothing
      });
      if (choice === 'cancel') {
        await request('packages.discard', { candidateId });
        emit('packages.decided', { id, name, version, outcome: 'cancelled' });
        return;
      }
      const enable = choice === 'enable';
      const plugin = await request('packages.commit', { candidateId, enable });
      emit('packages.decided', {
        id,
        name,
        version,
        ...(enable ? started(plugin) : { outcome: 'installed' }),
      });
    } catch (error) {
      emit('packages.refused', { fileName, error: toErrorInfo(error) });
    }
  }

  async function enableOne(id: string): Promise<void> {
    const subject = await request('plugins.show', { id });
    if (subject.enabled && subject.state !== 'needs-consent') return;
    if ((await ask({ kind: 'enable', subject })) !== 'enable') return;
    const plugin = await request('plugins.enable', { id, digest: subject.source.digest });
    emit('packages.decided', { id, name: subject.name, version: subject.version, ...started(plugin) });
  }

  return {
    open: async (paths) => void (await Promise.all(paths.map((path) => inTurn(() => openOne(path))))),
    requestEnable: (id) => inTurn(() => enableOne(id)),
  };
}

/** What became of a plugin that was to be switched on: one that can't be started is off again. */
function started({ enabled, error }: PluginSummary): PackageOutcome {
  return error && !enabled ? { outcome: 'failed', error } : { outcome: 'enabled' };
}
