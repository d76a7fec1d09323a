import type { WireError } from '../guest-protocol';

/** An error with a stable code, as the plugin sees it. */
export function pluginError(code: string, message: string, details?: Record<string, unknown>): Error {
  return withCode(new Error(message), code, details);
}

/** Rebuilds an error from outside in this realm, so that `instanceof Error` (TypeError, DOMException) holds. */
export function fromWire(wire: WireError): Error {
  if (wire.name === 'AbortError' || wire.name === 'TimeoutError')
    return new DOMException(wire.message, wire.name);
  const error = wire.name === 'TypeError' ? new TypeError(wire.message) : new Error(wire.message);
  return withCode(error, wire.code, wire.details);
}

/** Describes whatever a plugin threw; reading it may run the plugin's getters, so that may throw as well. */
export function toWire(thrown: unknown): WireError {
  try {
    if (thrown instanceof Error) {
      const { code, details } = thrown as { code?: unknown; details?: unknown };
      return {
        name: String(thrown.name),
        message: String(thrown.message),
        ...(typeof code === 'string' && { code }),
        ...(typeof details === 'object' &&
          details !== null && { details: details as Record<string, unknown> }),
      };
    }
    return { name: 'Error', message: typeof thrown === 'string' ? thrown : describe(thrown) };
  } catch {
    return { name: 'Error', message: 'threw something that cannot be described' };
  }
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `threw ${String(value)}`;
  const { message } = value as { message?: unknown };
  return typeof message === 'string' ? message : 'threw a value that is no Error';
}

function withCode(
  error: Error,
  code: string | undefined,
  details: Record<string, unknown> | undefined,
): Error {
  if (code !== undefined)
    Object.defineProperty(error, 'code', { value: code, enumerable: true, writable: true });
  if (details) Object.defineProperty(error, 'details', { value: details, enumerable: true, writable: true });
  return error;
}
