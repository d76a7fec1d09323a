/**
 * The address a link may be opened with, or null (ATTACKS 20): https and mailto only, and what is opened is
 * the parsed form, never the text as it came. Credentials in an address are refused: they disguise the host.
 */
export function openableUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username || url.password) return null;
  if (url.protocol === 'https:' && url.hostname) return url.href;
  if (url.protocol === 'mailto:' && url.pathname.includes('@')) return url.href;
  return null;
}
