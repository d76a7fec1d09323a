import { clsx } from 'clsx';
import { Puzzle } from 'lucide-react';

/** A plugin's own picture, or a plain one. Only `data:` addresses: nothing is loaded from anywhere. */
export function PluginIcon({ icon, size = 36 }: { icon: string | null; size?: 36 | 44 }) {
  const box = size === 44 ? 'size-11' : 'size-9';
  if (icon?.startsWith('data:image/')) {
    return (
      <img src={icon} alt="" draggable={false} className={clsx(box, 'shrink-0 rounded-md object-contain')} />
    );
  }
  return (
    <span
      className={clsx(
        box,
        'flex shrink-0 items-center justify-center rounded-md border border-line bg-raised text-accent',
      )}
    >
      <Puzzle size={size / 2} aria-hidden />
    </span>
  );
}
