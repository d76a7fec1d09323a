import { lstatSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Diagnostic } from '../../../../shared/plugins';

const MAX_BYTES = 512 * 1024;
const MAX_ELEMENTS = 2000;
const MAX_PIXELS = 2048;

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

/**
 * The icon as a `data:` URL, shown only as an image (where an SVG runs no script and loads nothing). It is drawn
 * before anybody has agreed to anything, so what could keep a page busy drawing is not accepted (ATTACKS 12).
 * An icon that can't be used is a diagnostic, never a reason to refuse the package.
 */
export function readIcon(
  directory: string,
  file: string,
  manifest: string,
  diagnostics: Diagnostic[],
): string | null {
  const refuse = (reason: string): null => {
    const message = `${manifest}: icon: ${file} ${reason}`;
    diagnostics.push({ severity: 'warning', code: 'icon_unusable', message, file: manifest, field: 'icon' });
    return null;
  };
  const path = join(directory, file);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return refuse('is not in the package');
  if (stat.size > MAX_BYTES) return refuse('is larger than 512 KiB');
  const bytes = readFileSync(path);
  const type = types[extname(file).toLowerCase()] ?? '';
  const problem = type === 'image/svg+xml' ? svgProblem(bytes.toString('utf8')) : pixelProblem(bytes, type);
  return problem ? refuse(problem) : `data:${type};base64,${bytes.toString('base64')}`;
}

/** Elements that repeat, filter or embed others let a few bytes cost minutes of drawing. */
const costly =
  /<(?:[\w-]+:)?(use|symbol|pattern|mask|filter|marker|foreignObject|image|script|style|animate\w*|set)\b/i;

function svgProblem(text: string): string | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'declares a document type, which icons may not';
  const element = costly.exec(text)?.[1];
  if (element) return `uses <${element}>, which icons may not`;
  if ((text.match(/<[a-z]/gi)?.length ?? 0) > MAX_ELEMENTS) return `has more than ${MAX_ELEMENTS} elements`;
  return null;
}

/** A small file can decode to gigabytes of pixels. */
function pixelProblem(bytes: Buffer, type: string): string | null {
  const size = type === 'image/png' ? pngSize(bytes) : jpegSize(bytes);
  if (!size) return 'is not a picture of its kind';
  return Math.max(...size) > MAX_PIXELS ? `is larger than ${MAX_PIXELS} pixels` : null;
}

function pngSize(bytes: Buffer): [number, number] | null {
  if (bytes.length < 24 || bytes.toString('latin1', 1, 4) !== 'PNG') return null;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Walks the segments to the frame header (SOF0–SOF15 without DHT, JPG and DAC). */
function jpegSize(bytes: Buffer): [number, number] | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
