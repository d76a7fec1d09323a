import type { ReactNode } from 'react';

/** A titled part of the plugin's page. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold">{title}</h3>
      {note && <p className="text-sm text-ink-3">{note}</p>}
      <div className="mt-2.5">{children}</div>
    </section>
  );
}
