import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { type ErrorInfo, SecAgentError } from '../../shared/errors';
import { findForbiddenKey } from '../../shared/forbidden-keys';
import {
  type EngineMethod,
  type EngineNotice,
  type EngineParams,
  engineMethods,
  engineNotices,
  HostError,
  type HostMethod,
  type HostResult,
  hostMethods,
  type NoticeParams,
} from '../../shared/host-contract';
import { hostErrorLimits } from '../../shared/host-errors';

/** 64 Ki characters of schema, as Chinese takes them, and what is around them */
const NOTICE_BYTES = 256 * 1024;
/** the process sends 128 Ki characters of log at once; a control character takes six bytes */
const LOG_BYTES = 1024 * 1024;

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
  if (!Object.hasOwn(engineMethods, method)) throw new HostViolation(`it asked for ${method.slice(0, 64)}`);
  return { method, params: check(engineMethods[method as EngineMethod], params, method) } as never;
}

/** What a process answered instead of a result. Returned, not thrown: {@link HostViolation} when it is none. */
export function readHostError(raw: unknown): SecAgentError | HostViolation {
  try {
    const { code, message, details } = check(HostError, raw, 'its error') as Static<typeof HostError>;
    if (details && JSON.stringify(details).length > hostErrorLimits.details)
      return new HostViolation('the details of its error are too long');
    return new SecAgentError(code, message, details);
  } catch (error) {
    return error as HostViolation;
  }
}

/** An error inside an answer, as the rest of the engine has them. */
export function readInfo({ code, message, details }: Static<typeof HostError>): ErrorInfo {
  return { code, message, ...(details && { details }) };
}

/** @param bytes size of the message it came in */
export function checkNotice(
  method: string,
  params: unknown,
  bytes: number,
): { [N in EngineNotice]: { method: N; params: NoticeParams<N> } }[EngineNotice] {
  if (!Object.hasOwn(engineNotices, method)) throw new HostViolation(`it sent ${method.slice(0, 64)}`);
  if (bytes > (method === 'log' ? LOG_BYTES : NOTICE_BYTES))
    throw new HostViolation(`a ${method} of ${bytes} bytes`);
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
