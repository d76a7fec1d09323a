import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { apiLimits } from '../../plugin-api';
import { SecAgentError } from '../../shared/errors';
import { linkOrRename } from './link-or-rename';

/** Where drawings go, below the folder people work in (S21). */
export const DRAWINGS_FOLDER = 'exports/handdrawn-markdown';

const DEFAULT_NAME = 'drawing';
const MAX_SUFFIX = 1_000;
/** bytes of a file name, so that the number and `.svg` fit everywhere */
const MAX_STEM_BYTES = 200;

export interface Drawing {
  /** UTF-8 */
  svg: Uint8Array;
  fileName: string | undefined;
  /** absolute folder people work in; made when it is missing */
  workspace: string;
}

/**
 * Writes the drawing byte for byte into the workspace: whole under a name of its own or not at all, and never over a file
 * that is there (S21).
 * @throws `invalid_argument` no SVG document, a name with a directory; `quota_exceeded` over 20 MiB; `preview_failed`
 */
export async function saveDrawing({ svg, fileName, workspace }: Drawing) {
  if (svg.byteLength > apiLimits.svgBytes)
    throw new SecAgentError('quota_exceeded', 'the drawing is over 20 MiB', { bytes: svg.byteLength });
  if (!isSvgDocument(svg))
    throw new SecAgentError(
      'invalid_argument',
      'openSvgPreview needs a whole SVG document, which this is not',
    );
  const stem = stemOf(fileName);
  const folder = join(workspace, ...DRAWINGS_FOLDER.split('/'));
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    await makeFolders(workspace, DRAWINGS_FOLDER.split('/'));
    await writeWhole(temporary, svg);
    for (let count = 1; count <= MAX_SUFFIX; count++) {
      const name = `${stem}${count === 1 ? '' : `-${count}`}.svg`;
      if (!(await linkOrRename(temporary, join(folder, name)))) continue;
      return {
        path: join(folder, name),
        relativePath: `${DRAWINGS_FOLDER}/${name}`,
        bytes: svg.byteLength,
      };
    }
    throw new SecAgentError('preview_failed', `there are ${MAX_SUFFIX} drawings called ${stem}`);
  } catch (error) {
    // The system's own words name folders of this computer, and a plugin reads this.
    const why =
      error instanceof SecAgentError
        ? error.message
        : ((error as NodeJS.ErrnoException).code ?? 'unknown reason');
    throw new SecAgentError('preview_failed', `the drawing could not be saved: ${why}`);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Below the workspace and nowhere else: a folder that came with a repository may hold links. */
async function makeFolders(workspace: string, names: readonly string[]): Promise<void> {
  let path = workspace;
  await mkdir(path, { recursive: true });
  for (const name of names) {
    path = join(path, name);
    try {
      await mkdir(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const stats = await lstat(path);
    if (!stats.isDirectory())
      throw new SecAgentError('preview_failed', `${name} in the working folder is no folder of its own`);
  }
}

/** Written through to the disk before it gets its name: a power cut leaves no half drawing under it. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * An SVG document starts with its root, after a byte order mark, an XML declaration, comments and a document type at most.
 * Only the beginning is looked at; nothing is made of the rest before somebody opens it, inert.
 */
function isSvgDocument(bytes: Uint8Array): boolean {
  let text = new TextDecoder('utf-8').decode(bytes.subarray(0, 64 * 1024)).replace(/^\uFEFF/, '');
  for (;;) {
    text = text.trimStart();
    const end = text.startsWith('<?')
      ? text.indexOf('?>') + 2
      : text.startsWith('<!--')
        ? text.indexOf('-->') + 3
        : /^<!doctype\s+svg\b/i.test(text)
          ? endOfDoctype(text)
          : 0;
    if (end < 3) return /^<svg(?=[\s/>])/.test(text);
    text = text.slice(end);
  }
}

/** With what drawing programs put between square brackets. */
function endOfDoctype(text: string): number {
  const bracket = text.indexOf('[');
  const end = text.indexOf('>');
  if (bracket < 0 || bracket > end) return end + 1;
  const close = /\]\s*>/.exec(text.slice(bracket));
  return close ? bracket + close.index + close[0].length : 0;
}

/** The name without `.svg`, fit for every file system; a directory in it is refused rather than dropped. */
function stemOf(fileName: string | undefined): string {
  const name = fileName?.trim() ?? '';
  if (/[\\/]/.test(name) || /^[A-Za-z]:/.test(name))
    throw new SecAgentError('invalid_argument', 'the file name of a drawing has no directories in it', {
      fileName: name,
    });
  const stem = name
    .replace(/\.svg$/i, '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]+/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s-]+|[.\s-]+$/g, '');
  const short = withinBytes(stem, MAX_STEM_BYTES).replace(/[.\s]+$/, '');
  if (/^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)\s*(?:\.|$)/i.test(short))
    return `${DEFAULT_NAME}-${short}`;
  return short || DEFAULT_NAME;
}

function withinBytes(text: string, limit: number): string {
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) break;
    kept += character;
  }
  return kept;
}
