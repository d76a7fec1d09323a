import { ipcRenderer } from 'electron';
import type { Answer } from '../shared/bridge';
import type { MethodName, Params, Result } from '../shared/contract';

/** Sends a call to main, which checks everything about it; errors come back as values with their code. */
export function call<M extends MethodName>(method: M, params: Params<M>): Promise<Answer<Result<M>>> {
  return ipcRenderer.invoke('secagent:call', method, params);
}
