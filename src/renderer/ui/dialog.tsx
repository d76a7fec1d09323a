import { clsx } from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface DialogProps {
  open: boolean;
  title: string;
  /** for a text to be read in it */
  wide?: boolean;
  children: ReactNode;
  /** buttons, the safe one first: it gets the focus */
  actions: ReactNode;
  onClose(): void;
}

/**
 * A question in the middle of the window. Radix's own overlay injects a style element, which the page's
 * policy forbids (style-src 'self'); a plain one does the same here, where the page itself never scrolls.
 */
export function Dialog({ open, title, wide = false, children, actions, onClose }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-[light-dark(#1d1f2259,#000a)]" aria-hidden="true" />
        <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center p-6">
          <Radix.Content
            className={clsx(
              'pointer-events-auto w-full rounded-lg border border-line bg-raised p-5 shadow-float outline-none',
              wide ? 'max-w-3xl' : 'max-w-md',
            )}
          >
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="selectable mt-2 text-ink-2">{children}</div>
            </Radix.Description>
            <div className="mt-5 flex justify-end gap-2">{actions}</div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
