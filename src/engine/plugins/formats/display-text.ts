import type { Diagnostic } from '../../../shared/plugins';
import { oneLine, withoutHidden } from '../../../shared/visible-text';

/**
 * A name as people may see it: one line, without characters that hide, reorder or imitate (ATTACKS 16). What was
 * taken out becomes a diagnostic, which the consent view shows.
 */
export function displayText(text: string, field: string, file: string, diagnostics: Diagnostic[]): string {
  const line = oneLine(text);
  const shown = withoutHidden(line).normalize('NFC');
  if (shown !== line.normalize('NFC') || text.includes('\n')) {
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
