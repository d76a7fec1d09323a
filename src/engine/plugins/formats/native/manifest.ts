import { readFileSync, statSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { type NativeManifest, nativeManifestSchema } from '../../../../plugin-api';
import { jsonDepthExceeds } from '../../../../rpc';
import { SecAgentError } from '../../../../shared/errors';
import { findForbiddenKey } from '../../../../shared/forbidden-keys';
import { isPlainObject, parseJson } from '../../../../shared/json';

const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 32;

const validate = new Ajv({ allErrors: false, strict: false }).compile(nativeManifestSchema);

/**
 * Reads a manifest file as a JSON object; size and depth are checked before parsing (ATTACKS 14).
 * @throws `manifest_invalid`
 */
export function readManifestJson(path: string, file: string): Record<string, unknown> {
  if (!statSync(path).isFile()) throw invalid(file, '', 'must be a file');
  const bytes = readFileSync(path);
  if (bytes.length > MAX_BYTES) throw invalid(file, '', `must be at most ${MAX_BYTES / 1024} KiB`);
  if (jsonDepthExceeds(bytes, MAX_DEPTH))
    throw invalid(file, '', `must not nest deeper than ${MAX_DEPTH} levels`);
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw invalid(
      file,
      '',
      `must be JSON in UTF-8 (${error instanceof Error ? error.message : 'unreadable'})`,
    );
  }
  if (!isPlainObject(value)) throw invalid(file, '', 'must be a JSON object');
  const forbidden = findForbiddenKey(value);
  if (forbidden) throw invalid(file, forbidden, 'this key is not allowed');
  return value;
}

/** Checks the fields of S2; the error names the first field that breaks a rule. */
export function checkManifest(raw: Record<string, unknown>, file: string): NativeManifest {
  if (validate(raw)) return raw as NativeManifest;
  const [error] = validate.errors ?? [];
  throw invalid(file, error ? fieldOf(error) : '', error ? ruleOf(error) : 'does not fit the schema');
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.slice(1);
  if (error.keyword !== 'required') return path;
  const missing = String(error.params.missingProperty);
  return path ? `${path}/${missing}` : missing;
}

function ruleOf(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'is missing';
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`;
    case 'type':
      return `must be ${/^[aeiou]/.test(String(error.params.type)) ? 'an' : 'a'} ${error.params.type}`;
    case 'pattern':
      return `must match ${error.params.pattern}`;
    case 'maxLength':
      return `must be at most ${error.params.limit} characters`;
    case 'minLength':
      return 'must not be empty';
    default:
      return error.message ?? 'does not fit the schema';
  }
}

function invalid(file: string, field: string, rule: string): SecAgentError {
  const sentence = field ? `${file}: ${field}: ${rule}` : `${file}: ${rule}`;
  return new SecAgentError('manifest_invalid', sentence, { file, field, rule });
}
