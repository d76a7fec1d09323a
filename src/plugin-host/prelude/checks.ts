import { apiLimits, namePattern, settingsPagePattern } from '../../plugin-api/limits';
import { toJson } from './channel';
import { pluginError } from './errors';
import { execRegExp, isArray, NativeRegExp, parse } from './intrinsics';

/** Throws `invalid_argument` unless `value` is a name for a tool, prompt or rule. */
export function checkName(kind: string, value: unknown): string {
  if (typeof value !== 'string' || execRegExp(namePattern, value) === null) {
    throw invalid(`a ${kind}'s name must match ${namePattern.source}, not ${show(value)}`);
  }
  if (value.length > apiLimits.nameLength) throw tooLong(`the name of a ${kind}`, apiLimits.nameLength);
  return value;
}

export function checkPageId(value: unknown): string {
  if (typeof value !== 'string' || execRegExp(settingsPagePattern, value) === null)
    throw invalid(`a settings page's id must match ${settingsPagePattern.source}, not ${show(value)}`);
  return checkText('the id of a settings page', value, apiLimits.settingsNameLength);
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
  if (!isObject(value)) throw invalid(`${what} must be an object, not ${show(value)}`);
  const json: string | undefined = toJson(value);
  if (json !== undefined && json.length > limit) throw tooLong(what, limit);
  const copy: unknown = json === undefined ? undefined : parse(json);
  if (!isObject(copy)) throw invalid(`${what} must be an object, and as JSON it is ${show(copy)}`);
  return copy;
}

export interface Pattern {
  source: string;
  flags: string;
}

/** A RegExp, or a string that is the source of one (S13); flags are kept. */
export function checkPattern(what: string, value: unknown): Pattern {
  const pattern =
    value instanceof NativeRegExp
      ? { source: value.source, flags: value.flags }
      : { source: value, flags: '' };
  const source = checkText(what, pattern.source, apiLimits.patternLength);
  const flags = checkText(`the flags of ${what}`, pattern.flags, 16);
  try {
    fresh({ source, flags });
  } catch (error) {
    throw invalid(`${what} is not a regular expression: ${(error as Error).message}`);
  }
  return { source, flags };
}

/** A new instance for every test: `g` and `y` keep a lastIndex that must not be shared (S17). */
export function fresh(pattern: Pattern): RegExp {
  return new NativeRegExp(pattern.source, pattern.flags);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isArray(value);
}

export const invalid = (message: string) => pluginError('invalid_argument', message);
const tooLong = (what: string, limit: number) =>
  pluginError('quota_exceeded', `${what} is longer than ${limit} characters`);

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
