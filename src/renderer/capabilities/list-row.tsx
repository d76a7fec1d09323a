import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ListRowProps {
  selected: boolean;
  onSelect(): void;
  className: string;
  /** its switch */
  action: ReactNode;
  children: ReactNode;
}

/** One of a list that can be looked at and switched. */
export function ListRow({ selected, onSelect, className, action, children }: ListRowProps) {
  return (
    <li
      className={clsx(
        'flex items-center gap-2 rounded-md pe-2.5',
        selected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={onSelect}
        className={clsx(
          'min-w-0 flex-1 rounded-md ps-2.5 text-start focus-visible:-outline-offset-2',
          className,
        )}
      >
        {children}
      </button>
      {action}
    </li>
  );
}
