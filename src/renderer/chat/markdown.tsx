import { ImageOff } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block';
import { InertLink, linkTarget } from './inert-link';
import { splitBlocks } from './markdown-blocks';

/**
 * A model's Markdown, inert (ATTACKS 20): HTML stays text, links only go through the shell, images are not loaded.
 * While it streams, finished blocks are kept as they are and only the last one is read again.
 */
export function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  const blocks = useMemo(() => (streaming ? splitBlocks(text) : [text]), [text, streaming]);
  return (
    <div className="prose selectable">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
        <Block key={at} text={block} />
      ))}
    </div>
  );
}

const plugins = [remarkGfm];

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={(url) => url}>
      {text}
    </ReactMarkdown>
  );
});

const components: Components = {
  a: ({ href, children }) => <InertLink href={href}>{children}</InertLink>,
  img: ({ src, alt }) => <BlockedImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: (props) => <ScrollingTable {...props} />,
  // GFM's task lists: shown, not to be ticked.
  input: ({ checked }) => <input type="checkbox" checked={checked ?? false} readOnly disabled />,
};

/** An image's place: its description, and a link where there is an address the shell would open. */
function BlockedImage({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const { t } = useTranslation();
  const label: ReactNode = (
    <span className="inline-flex items-center gap-1.5" title={t('chat.imageBlocked')}>
      <ImageOff size={14} aria-hidden className="shrink-0" />
      {t('chat.image', { alt: alt || src || '' })}
    </span>
  );
  return src && linkTarget(src) ? <InertLink href={src}>{label}</InertLink> : label;
}

function ScrollingTable({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <div className="overflow-x-auto" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}
