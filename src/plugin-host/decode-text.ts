const MAX_BYTES = 64 * 1024 * 1024;

/** Encodings the guest has no tables for (prelude/text-decoder.ts). Never throws; null when it can't be decoded. */
export function decodeText(bytes: unknown, encoding: unknown, fatal: unknown): string | null {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength > MAX_BYTES) return null;
  try {
    return new TextDecoder(String(encoding), { fatal: fatal === true }).decode(bytes);
  } catch {
    return null;
  }
}
