import { readFileSync, statSync } from 'node:fs';
import { jsonDepthExceeds } from '../../../rpc';
import { SecAgentError } from '../../../shared/errors';
import { findForbiddenKey } from '../../../shared/forbidden-keys';
import { isPlainObject, parseJson } from '../../../shared/json';

const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 32;

/**
 * Reads a manifest file as a JSON object; size and depth are checked before parsing (ATTACKS 14).
 * @throws `manifest_invalid`
 */
export function readManifestJson(path: string, file: string): Record<string, unknown> {
  if (!statSync(path).isFile()) throw manifestInvalid(file, '', 'must be a file');
  const bytes = readFileSync(path);
  if (bytes.length > MAX_BYTES) throw manifestInvalid(file, '', `must be at most ${MAX_BYTES / 1024} KiB`);
  if (jsonDepthExceeds(bytes, MAX_DEPTH))
    throw manifestInvalid(file, '', `must not nest deeper than ${MAX_DEPTH} levels`);
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw manifestInvalid(
      file,
      '',
      `must be JSON in UTF-8 (${error instanceof Error ? error.message : 'unreadable'})`,
    );
  }
  if (!isPlainObject(value)) throw manifestInvalid(file, '', 'must be a JSON object');
  const forbidden = findForbiddenKey(value);
  if (forbidden) throw manifestInvalid(file, forbidden, 'this key is not allowed');
  return value;
}

/** One sentence that names file, field and rule (S2). */
export function manifestInvalid(file: string, field: string, rule: string): SecAgentError {
  const sentence = field ? `${file}: ${field}: ${rule}` : `${file}: ${rule}`;
  return new SecAgentError('manifest_invalid', sentence, { file, field, rule });
}
