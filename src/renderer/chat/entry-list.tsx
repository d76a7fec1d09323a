import { clsx } from 'clsx';
import { ArrowDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VList, type VListHandle } from 'virtua';
import type { Entry } from '../../shared/sessions';
import { IconButton } from '../ui/button';
import { Spinner } from '../ui/spinner';
import { EntryView } from './entry-view';

const NEAR_END = 48;

/**
 * The entries, only those in sight being in the page. It follows the end while the reader is there, and lets go
 * as soon as they scroll up.
 */
export function EntryList({ entries, busy }: { entries: readonly Entry[]; busy: boolean }) {
  const { t } = useTranslation();
  const list = useRef<VListHandle>(null);
  const following = useRef(true);
  const [away, setAway] = useState(false);
  const last = entries.at(-1);
  const waiting = busy && last?.kind !== 'assistant';

  const toEnd = () => {
    const handle = list.current;
    if (handle) handle.scrollTo(handle.scrollSize);
  };
  const follow = () => {
    if (following.current) toEnd();
  };
  // Own messages always bring the reader down; everything else only when they are there already.
  useLayoutEffect(() => {
    if (last?.kind === 'user') following.current = true;
  }, [last?.kind]);
  useLayoutEffect(follow);

  const onScroll = (offset: number) => {
    const handle = list.current;
    if (!handle) return;
    const near = handle.scrollSize - offset - handle.viewportSize < NEAR_END;
    setAway(!near);
    if (near) following.current = true;
  };
  const letGo = (upwards: boolean) => {
    if (upwards) following.current = false;
  };

  return (
    <div className="relative h-full">
      <VList
        ref={list}
        role="log"
        aria-label={t('chat.messages')}
        aria-live="off"
        tabIndex={0}
        onScroll={onScroll}
        onResize={follow}
        onWheel={(event) => letGo(event.deltaY < 0)}
        onPointerDown={(event) => letGo(event.target === event.currentTarget)}
        onKeyDown={(event) => letGo(['ArrowUp', 'PageUp', 'Home'].includes(event.key))}
        bufferSize={600} // so that Tab finds what is just out of sight
        // Both edges: the column stays in line with the composer below.
        className="focus-visible:-outline-offset-2 [scrollbar-gutter:stable_both-edges]"
      >
        {entries.map((entry, at) => (
          <div key={entry.id} className={clsx('mx-auto max-w-[776px] px-6', at === 0 ? 'pt-5' : 'pt-2')}>
            <EntryView entry={entry} startsTurn={entry.kind === 'user' && at > 0} />
          </div>
        ))}
        <div key="end" className="mx-auto flex h-14 max-w-[776px] items-center gap-2 px-6 text-sm text-ink-3">
          {waiting && (
            <>
              <Spinner /> {t('chat.waiting')}
            </>
          )}
        </div>
      </VList>
      {away && (
        <IconButton
          label={t('chat.toBottom')}
          className="absolute bottom-3 left-1/2 size-9 -translate-x-1/2 rounded-full border border-line bg-raised shadow-float"
          onClick={() => {
            following.current = true;
            toEnd();
          }}
        >
          <ArrowDown size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
