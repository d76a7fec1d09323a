import { ChevronRight } from 'lucide-react';
import { Badge } from './badge';

interface ServiceCardProps {
  name: string;
  note: string;
  badge: string | null;
  onClick(): void;
}

/** A service to connect: its name and where it is. */
export function ServiceCard({ name, note, badge, onClick }: ServiceCardProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-full w-full items-center gap-2 rounded-lg border border-line bg-surface py-2.5 ps-3.5 pe-2.5 text-start transition-colors hover:border-line-strong hover:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          {badge && <Badge tone="good">{badge}</Badge>}
        </span>
        <span className="block truncate text-sm text-ink-3">{note}</span>
      </span>
      <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  );
}
