import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorInfo } from '../../shared/errors';
import { errorTexts } from '../../shared/texts/errors';
import { currentLanguage } from '../i18n';

/** An error as people should meet it: what to do, then the exact words for whoever has to look closer. */
export function ErrorNote({
  title,
  text,
  error,
  children,
}: {
  title?: string;
  /** in place of the sentence for the error's code */
  text?: string;
  error: ErrorInfo;
  children?: ReactNode;
}) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-md bg-bad-soft px-3 py-2.5">
      <TriangleAlert size={16} aria-hidden className="mt-[3px] shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {text === undefined ? <ErrorText error={error} /> : <ExactText text={text} />}
        {children && <div className="mt-2 flex gap-2">{children}</div>}
      </div>
    </div>
  );
}

function ExactText({ text }: { text: string }) {
  return (
    <p className="selectable [overflow-wrap:anywhere]">
      <bdi>{text}</bdi>
    </p>
  );
}

export function ErrorText({ error }: { error: ErrorInfo }) {
  const sentence = errorTexts[currentLanguage()][error.code];
  const exact = error.message.trim();
  return (
    <div className="selectable [overflow-wrap:anywhere]">
      <p>{sentence ?? exact}</p>
      {sentence && exact && exact !== sentence && (
        <p className="mt-0.5 font-mono text-xs text-ink-2">{exact}</p>
      )}
    </div>
  );
}
