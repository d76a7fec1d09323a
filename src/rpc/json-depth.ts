const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether a JSON text nests arrays and objects deeper than `max`, found without parsing it (ATTACKS 14). */
export function jsonDepthExceeds(json: Uint8Array, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) {
      inString = true;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > max) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    }
  }
  return false;
}
