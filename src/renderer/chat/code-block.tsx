import { isValidElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../ui/copy-button';

const MAX_SHOWN = 50_000;

/** A fenced block: its language, a button to copy it, and lines that scroll sideways instead of wrapping. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { language, code } = readCode(children);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex h-8 items-center justify-between border-b border-line ps-3 pe-1 text-xs text-ink-3">
        {language || t('chat.code')}
        <CopyButton label={t('chat.copyCode')} text={code} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="max-h-[28rem] overflow-auto px-3 py-2.5 font-mono text-sm focus-visible:-outline-offset-2"
      >
        <code>{code.length > MAX_SHOWN ? `${code.slice(0, MAX_SHOWN)}\n…` : code}</code>
      </pre>
    </figure>
  );
}

function readCode(children: ReactNode): { language: string; code: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children))
    return { language: '', code: '' };
  const { className = '', children: text } = children.props;
  const language = /language-([\w+#.-]+)/.exec(className)?.[1] ?? '';
  return { language, code: String(text ?? '').replace(/\n$/, '') };
}
