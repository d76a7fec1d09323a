/**
 * Characters that hide, or turn the reading direction around: controls, formats, separators of lines, tags, and letters that
 * are drawn as nothing (ATTACKS 16).
 */
const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e007f}`;

const hidden = new RegExp(`[${HIDDEN}]`, 'gu');
/** Line break and tab stay; joiners as well, which scripts and emoji need. */
const hiddenInText = new RegExp(`(?![\\n\\t\\u200c\\u200d])[${HIDDEN}]`, 'gu');

export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1;
}

export function withoutHidden(text: string): string {
  return text.replace(hidden, '');
}

/** Text of several lines, without what drives a terminal. */
export function plainText(text: string): string {
  return text.replace(hiddenInText, '');
}

/** Nothing hides in it: such characters are shown as what they are, `\u{202e}`. */
export function spelledOut(text: string): string {
  return text.replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
