import type { Diagnostic } from '../../../shared/plugins';

// Bidirectional marks, zero-width and other invisible characters, and control characters.
const invisible = /[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]/gu;

/**
 * A name as people may see it: one line, without characters that hide, reorder or imitate (ATTACKS 16). What was
 * taken out becomes a diagnostic, which the consent view shows.
 */
export function displayText(text: string, field: string, file: string, diagnostics: Diagnostic[]): string {
  const oneLine = text.replace(/\s+/gu, ' ').trim();
  const shown = oneLine.replace(invisible, '').normalize('NFC');
  if (shown !== oneLine.normalize('NFC') || text.includes('\n')) {
    diagnostics.push({
      severity: 'warning',
      code: 'text_with_invisible_characters',
      message: `${file}: ${field} contains line breaks or invisible characters, which were taken out`,
      file,
      field,
    });
  }
  return shown;
}
