import { Ajv, type ErrorObject } from 'ajv';
import { type NativeManifest, nativeManifestSchema } from '../../../../plugin-api';
import { manifestInvalid } from '../manifest-json';

const validate = new Ajv({ allErrors: false, strict: false }).compile(nativeManifestSchema);

/** Checks the fields of S2; the error names the first field that breaks a rule. */
export function checkManifest(raw: Record<string, unknown>, file: string): NativeManifest {
  if (validate(raw)) return raw as NativeManifest;
  const [error] = validate.errors ?? [];
  throw manifestInvalid(file, error ? fieldOf(error) : '', error ? ruleOf(error) : 'does not fit the schema');
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
