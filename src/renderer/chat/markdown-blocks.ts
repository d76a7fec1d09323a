/**
 * Cuts Markdown at blank lines between blocks, so that a growing text can be drawn block by block. Never inside a
 * fence, and not where the next line may still belong to a list or quotation: those stay whole.
 */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  let afterBlank = false;
  for (const line of text.split('\n')) {
    if (fence === null && afterBlank && lines.length > 0 && startsBlock(line)) {
      blocks.push(lines.join('\n'));
      lines = [];
    }
    lines.push(line);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence) && /^\s*[`~]+\s*$/.test(line)) fence = null;
    afterBlank = line.trim() === '';
  }
  if (lines.length > 0) blocks.push(lines.join('\n'));
  return blocks;
}

/** A line that can only begin something new: not blank, not indented, no list or quotation mark. */
function startsBlock(line: string): boolean {
  return line.trim() !== '' && !/^(\s|[-*+>]|\d+[.)])/.test(line);
}
