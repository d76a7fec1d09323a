import { Ajv, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { SecAgentError } from '../../shared/errors';
import { findForbiddenKey } from '../../shared/forbidden-keys';
import {
  type EngineMethod,
  type EngineNotice,
  type EngineParams,
  engineMethods,
  engineNotices,
  type HostMethod,
  type HostResult,
  hostMethods,
  type NoticeParams,
} from '../../shared/host-contract';

/** A message that only a process gone wrong can have sent; it is ended for it. */
export class HostViolation extends Error {}

/** The answer to one of our questions, checked; throws {@link HostViolation}. */
export function checkResult<M extends HostMethod>(method: M, value: unknown): HostResult<M> {
  return check(hostMethods[method].result, value, `its answer to ${method}`) as HostResult<M>;
}

export function checkRequest(
  method: string,
  params: unknown,
): { [M in EngineMethod]: { method: M; params: EngineParams<M> } }[EngineMethod] {
  if (!Object.hasOwn(engineMethods, method)) throw new HostViolation(`it asked for ${method}`);
  return { method, params: check(engineMethods[method as EngineMethod], params, method) } as never;
}

export function checkNotice(
  method: string,
  params: unknown,
): { [N in EngineNotice]: { method: N; params: NoticeParams<N> } }[EngineNotice] {
  if (!Object.hasOwn(engineNotices, method)) throw new HostViolation(`it sent ${method}`);
  return { method, params: check(engineNotices[method as EngineNotice], params, method) } as never;
}

/** A value on its way into a plugin's process. */
export function refuseForbiddenKeys(value: unknown): void {
  const key = findForbiddenKey(value);
  if (key !== null)
    throw new SecAgentError('tool_arguments_invalid', `the key "${key}" is refused`, { path: key });
}

const ajv = new Ajv({ strict: false });
const compiled = new Map<TSchema, ValidateFunction>();

function check(schema: TSchema, value: unknown, what: string): unknown {
  const key = findForbiddenKey(value);
  if (key !== null) throw new HostViolation(`${what} holds the key "${key}"`);
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value)) return value;
  const { instancePath, message } = validate.errors?.[0] ?? {};
  throw new HostViolation(`${what}: ${instancePath || 'it'} ${message}`);
}
