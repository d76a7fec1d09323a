import type { ReactNode } from 'react';

/** What a place says while it is empty: what belongs here and how to get it. */
export function EmptyState({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1.5 p-8 text-center">
      <div className="mb-2 flex size-11 items-center justify-center rounded-lg bg-hover text-ink-3">
        {icon}
      </div>
      <p className="text-lg font-semibold">{title}</p>
      <p className="max-w-sm text-ink-2 text-pretty">{text}</p>
      {children && <div className="mt-4">{children}</div>}
    </div>
  );
}
