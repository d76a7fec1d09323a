import { type ErrorInfo, SecAgentError, toErrorInfo } from '../shared/errors';
import { hostErrorCodes, hostErrorLimits } from '../shared/host-errors';

/** An error as the engine takes it from a plugin's process: of a known kind, and not too long. */
export function boundedError(thrown: unknown): SecAgentError {
  const { code, message, details } = toErrorInfo(thrown);
  return new SecAgentError(
    hostErrorCodes.find((known) => known === code) ?? 'internal',
    message.slice(0, hostErrorLimits.message),
    details && JSON.stringify(details).length <= hostErrorLimits.details ? details : undefined,
  );
}

export const boundedInfo = (thrown: unknown): ErrorInfo => toErrorInfo(boundedError(thrown));
