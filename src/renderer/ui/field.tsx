import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldProps {
  label: ReactNode;
  /** beside the label, e.g. a link */
  aside?: ReactNode;
  hint?: ReactNode;
  /** what is wrong with the value; takes the place of the hint */
  problem?: string | null;
  children(control: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }): ReactNode;
}

/** A labelled control with what one has to know about it. */
export function Field({ label, aside, hint, problem, children }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': note, 'aria-invalid': Boolean(problem) })}
      <div
        id={note}
        className={clsx(
          'text-sm [overflow-wrap:anywhere]',
          problem ? 'text-bad' : 'text-ink-3',
          (problem || hint) && 'mt-1',
        )}
      >
        {problem || hint}
      </div>
    </div>
  );
}

export const inputClass =
  'h-9 w-full rounded-md border border-line-strong bg-raised px-2.5 aria-invalid:border-bad disabled:opacity-60';

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      className={clsx(inputClass, className)}
      {...props}
    />
  );
}

/** The system's own list of choices: reachable and readable by every means it offers. */
export function Select<T extends string>({
  options,
  onChange,
  className,
  ...props
}: Omit<ComponentProps<'select'>, 'onChange'> & {
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
}) {
  return (
    <select
      className={clsx(inputClass, 'min-w-0', className)}
      onChange={(event) => onChange(event.target.value as T)}
      {...props}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
