import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface DisclosureProps {
  /** the always visible line; no interactive elements inside, it is a button */
  summary: ReactNode;
  /** beside the button, e.g. a badge with its own tooltip */
  aside?: ReactNode;
  children: ReactNode;
}

/** A card whose body opens under its title line. The body exists only while it is open. */
export function Disclosure({ summary, aside, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const body = useId();
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? body : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-9 w-full items-center gap-2 px-2.5 py-1.5 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={clsx('shrink-0 text-ink-3 transition-transform', open && 'rotate-90')}
        />
        <span className="flex min-w-0 flex-1 items-center gap-2">{summary}</span>
        {aside}
      </button>
      {open && (
        <div id={body} className="border-t border-line px-3 py-2.5">
          {children}
        </div>
      )}
    </div>
  );
}
