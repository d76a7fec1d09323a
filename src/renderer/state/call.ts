import type { MethodsOn, Params, Result } from '../../shared/contract';
import { fromErrorInfo } from '../../shared/errors';

/** Calls a method of the chat surface; rejects with a `SecAgentError`. */
export async function call<M extends MethodsOn<'chat'>>(method: M, params: Params<M>): Promise<Result<M>> {
  const answer = await window.secagent.call(method, params);
  if (answer.ok) return answer.value;
  throw fromErrorInfo(answer.error);
}
