import { apiLimits, namePattern } from '../../plugin-api/limits';
import { toJson } from './channel';
import { pluginError } from './errors';

/** Throws `invalid_argument` unless `value` is a name for a tool, prompt or rule. */
export function checkName(kind: string, value: unknown): string {
  if (typeof value !== 'string' || !namePattern.test(value)) {
    throw invalid(`a ${kind}'s name must match ${namePattern.source}, not ${show(value)}`);
  }
  if (value.length > apiLimits.nameLength) throw tooLong(`the name of a ${kind}`, apiLimits.nameLength);
  return value;
}

export function checkText(what: string, value: unknown, limit: number): string {
  if (typeof value !== 'string') throw invalid(`${what} must be a string, not ${show(value)}`);
  if (value.length > limit) throw tooLong(what, limit);
  return value;
}

export function checkFunction<T>(what: string, value: T): T {
  if (typeof value !== 'function') throw invalid(`${what} must be a function, not ${show(value)}`);
  return value;
}

/** A plain copy of an object that may cross. */
export function checkObject(what: string, value: unknown, limit: number): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(`${what} must be an object, not ${show(value)}`);
  }
  const json = toJson(value);
  if (json.length > limit) throw tooLong(what, limit);
  return JSON.parse(json);
}

export interface Pattern {
  source: string;
  flags: string;
}

/** A RegExp, or a string that is the source of one (S13); flags are kept. */
export function checkPattern(what: string, value: unknown): Pattern {
  const pattern =
    value instanceof RegExp ? { source: value.source, flags: value.flags } : { source: value, flags: '' };
  const source = checkText(what, pattern.source, apiLimits.patternLength);
  try {
    fresh({ source, flags: pattern.flags });
  } catch (error) {
    throw invalid(`${what} is not a regular expression: ${(error as Error).message}`);
  }
  return { source, flags: pattern.flags };
}

/** A new instance for every test: `g` and `y` keep a lastIndex that must not be shared (S17). */
export function fresh(pattern: Pattern): RegExp {
  return new RegExp(pattern.source, pattern.flags);
}

export const invalid = (message: string) => pluginError('invalid_argument', message);
const tooLong = (what: string, limit: number) =>
  pluginError('quota_exceeded', `${what} is longer than ${limit} characters`);

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
