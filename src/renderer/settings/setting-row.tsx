import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

/** One setting: what it is about on the left, its control on the right. */
export function SettingRow({
  label,
  hint,
  mono = false,
  fit = false,
  note,
  children,
}: {
  label: string;
  hint?: string;
  /** the hint is a path */
  mono?: boolean;
  /** the control is as wide as it needs to be, like a button */
  fit?: boolean;
  /** below the hint, e.g. that the administrator decided */
  note?: ReactNode;
  children(control: { 'aria-labelledby': string; 'aria-describedby': string }): ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6 py-3.5 max-[880px]:flex-col max-[880px]:gap-2">
      <div className="min-w-0">
        <p id={`${id}-label`} className="font-medium">
          {label}
        </p>
        <p
          id={`${id}-hint`}
          className={clsx(
            'text-sm text-ink-3',
            mono ? 'selectable font-mono [overflow-wrap:anywhere]' : 'text-pretty',
          )}
        >
          {hint}
        </p>
        {note}
      </div>
      <div className={clsx('shrink-0', !fit && 'w-68')}>
        {children({ 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-hint` })}
      </div>
    </div>
  );
}

/** Rows that belong together. */
export function SettingGroup({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-line rounded-lg border border-line px-4 [&>*]:border-line">
      {children}
    </div>
  );
}
