import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { pluginError } from './errors';
import { execRegExp, isArray, stringify } from './intrinsics';

type Schema = Record<string, unknown>;

const { hasOwn, keys } = Object;

/**
 * Validates a tool's arguments against its schema (S11). Schemas and their patterns are the plugin's, so they
 * compile and run here, under the isolate's time limit, never in the engine (DESIGN §6).
 */
export function argumentValidator(tool: string, schema: Schema): (args: unknown) => unknown {
  let validate: ValidateFunction | undefined;
  return (args) => {
    validate ??= compile(tool, schema);
    const coerced = coerce(args ?? {}, schema);
    if (validate(coerced)) return coerced;
    const { path, message } = explain(validate.errors ?? []);
    throw pluginError('tool_arguments_invalid', `${path || 'the arguments'} ${message}`, { path, tool });
  };
}

function compile(tool: string, schema: Schema): ValidateFunction {
  try {
    const { $schema: _dialect, $id: _id, ...rest } = schema;
    return new Ajv({ strict: false, validateSchema: false, logger: false, allErrors: false }).compile(rest);
  } catch (error) {
    throw pluginError(
      'tool_failed',
      `the inputSchema of ${tool} is not a valid JSON Schema: ${(error as Error).message}`,
    );
  }
}

/** Harmless repairs of what models send: "true" → true, "1000" → 1000, where the schema wants that type and no string. */
function coerce(value: unknown, schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return value;
  const { type, properties, items } = schema as Schema;
  if (typeof value === 'string') return coerceText(value, isArray(type) ? type : [type]);
  if (isArray(value)) return value.map((item) => coerce(item, items));
  if (typeof value !== 'object' || value === null || typeof properties !== 'object' || properties === null)
    return value;
  // In place: the arguments were parsed for this one call.
  const object = value as Schema;
  for (const key of keys(object)) {
    if (hasOwn(properties, key)) object[key] = coerce(object[key], (properties as Schema)[key]);
  }
  return object;
}

function coerceText(text: string, types: unknown[]): unknown {
  if (types.includes('string')) return text;
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const numeric = execRegExp(/^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/, text) !== null;
  if (numeric && (types.includes('number') || types.includes('integer'))) return Number(text);
  return text;
}

/** `/student/name` → `student.name`; for a missing or unknown property, the property itself. */
function explain(errors: ErrorObject[]): { path: string; message: string } {
  const error = errors[0];
  if (!error) return { path: '', message: 'are not valid' };
  const base = error.instancePath.slice(1).split('/').filter(Boolean).map(unescapePointer);
  const at = (name: unknown) => [...base, String(name)].join('.');
  const path = base.join('.');
  switch (error.keyword) {
    case 'required':
      return { path: at(error.params.missingProperty), message: 'is missing' };
    case 'additionalProperties':
      return { path: at(error.params.additionalProperty), message: 'is not a known argument' };
    case 'enum':
      return { path, message: `must be one of ${stringify(error.params.allowedValues)}` };
    default:
      return { path, message: error.message ?? 'is not valid' };
  }
}

const unescapePointer = (part: string) => part.replace(/~1/g, '/').replace(/~0/g, '~');
