import { FileArchive, FileX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDropped } from '../state/packages';

type Dragged = 'files' | 'other' | null;

/** The whole window takes plugin files; while something is dragged over it, it says what will happen. */
export function DropTarget() {
  const { t } = useTranslation();
  const dragged = useDragged();
  if (!dragged) return null;
  const files = dragged === 'files';
  const Icon = files ? FileArchive : FileX;
  return (
    <div
      role="status"
      data-testid="drop-overlay"
      className="pointer-events-none fixed inset-0 z-50 bg-[color-mix(in_srgb,var(--color-canvas)_95%,transparent)] p-5"
    >
      <div
        className={`flex h-full flex-col items-center justify-center gap-1.5 rounded-lg border-2 border-dashed text-center ${files ? 'border-accent' : 'border-line-strong'}`}
      >
        <Icon
          size={40}
          strokeWidth={1.5}
          aria-hidden
          className={files ? 'mb-2 text-accent' : 'mb-2 text-ink-3'}
        />
        <p className="text-xl font-semibold">{files ? t('packages.drop') : t('packages.dropOther')}</p>
        <p className="text-md text-ink-2">{files ? t('packages.dropHint') : t('packages.dropOtherHint')}</p>
      </div>
    </div>
  );
}

/** What is dragged over the window from outside. Text dragged within the page is left to the page. */
function useDragged(): Dragged {
  const [dragged, setDragged] = useState<Dragged>(null);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let depth = 0; // every element under the pointer reports its own enter and leave
    let own = false;
    const end = () => {
      depth = 0;
      setDragged(null);
    };
    const listen = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', on: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (own) return;
          event.preventDefault(); // else the window would navigate to what is dropped
          on(event);
        },
        { signal },
      );
    window.addEventListener('dragstart', () => (own = true), { signal });
    window.addEventListener('dragend', () => (own = false), { signal });
    listen('dragenter', (event) => {
      depth++;
      setDragged(hasFiles(event) ? 'files' : 'other');
    });
    listen('dragover', (event) => {
      if (event.dataTransfer) event.dataTransfer.dropEffect = hasFiles(event) ? 'copy' : 'none';
    });
    listen('dragleave', () => {
      if (--depth <= 0) end();
    });
    listen('drop', (event) => {
      end();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void openDropped(files);
    });
    return () => ending.abort();
  }, []);
  return dragged;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
