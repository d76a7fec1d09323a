/** A plugin's text, short enough to be drawn. */
export function clip(text: string, max: number): string {
  return (text.length > max ? `${text.slice(0, max - 1)}…` : text).toWellFormed();
}
