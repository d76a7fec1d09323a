import { clsx } from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { Diagnostic } from '../../shared/plugins';

const looks = {
  info: { Icon: Info, colour: 'text-ink-3' },
  warning: { Icon: TriangleAlert, colour: 'text-warn' },
  error: { Icon: CircleAlert, colour: 'text-bad' },
} as const;

/** What was skipped, ignored or repaired, with the file and field it is about. */
export function Diagnostics({ items }: { items: readonly Diagnostic[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {items.map((item) => {
        const { Icon, colour } = looks[item.severity];
        const place = [item.file, item.field].filter(Boolean).join(' · ');
        return (
          <li key={`${item.code} ${place} ${item.message}`} className="flex gap-2.5">
            <Icon size={16} aria-label={item.severity} className={clsx('mt-[3px] shrink-0', colour)} />
            <div className="selectable min-w-0 [overflow-wrap:anywhere]">
              <p className="text-sm">
                <bdi>{item.message}</bdi>
              </p>
              {place && (
                <p className="font-mono text-xs text-ink-3">
                  <bdi>{place}</bdi>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
