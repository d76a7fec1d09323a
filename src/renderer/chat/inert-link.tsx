import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../state/call';

/**
 * A link of the model's. It has no address the page could follow: pressing it asks the shell, which parses the
 * address again. Anything but https and mailto is text (ATTACKS 20).
 */
export function InertLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const target = linkTarget(href);
  if (!target) {
    return (
      <span title={t('chat.deadLink')} className="underline decoration-dotted underline-offset-3">
        {children}
      </span>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an anchor would carry an address the page could navigate to
    <button
      type="button"
      title={t('chat.openLink', { url: target })}
      onClick={() => void call('links.open', { url: target }).catch(() => undefined)} // refused: nothing opens
      role="link"
      className="selectable inline text-start text-accent underline underline-offset-3 hover:text-accent-strong"
    >
      {children}
    </button>
  );
}

/** The address in its parsed form if the shell would open it, else null. */
export function linkTarget(href: string | undefined): string | null {
  if (!href || href.length > 4096 || !URL.canParse(href)) return null;
  const url = new URL(href);
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null;
}
