import { type ReactNode, useId } from 'react';

/** One setting: what it is about on the left, its control on the right. */
export function SettingRow({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children(control: { 'aria-labelledby': string; 'aria-describedby': string }): ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6 py-3.5 max-[880px]:flex-col max-[880px]:gap-2">
      <div className="min-w-0">
        <p id={`${id}-label`} className="font-medium">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-sm text-pretty text-ink-3">
          {hint}
        </p>
      </div>
      <div className="w-68 shrink-0">
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
