import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button';

const MAX_SHOWN = 20_000;

/** A value as indented JSON, or as it is when it is text; very long ones are cut on screen, not when copied. */
export function JsonBlock({ label, value, empty }: { label: string; value: unknown; empty: string }) {
  const { t } = useTranslation();
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);
  const isEmpty = text === '' || text === '{}';
  return (
    <section aria-label={label}>
      <div className="flex h-7 items-center justify-between">
        <p className="text-xs font-medium text-ink-3">{label}</p>
        {!isEmpty && <CopyButton label={`${t('common.copy')}: ${label}`} text={text} />}
      </div>
      {isEmpty ? (
        <p className="text-sm text-ink-3">{empty}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
          tabIndex={0}
          className="selectable max-h-72 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text}
        </pre>
      )}
    </section>
  );
}
