import { clsx } from 'clsx';
import { memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogLevel } from '../../shared/plugins';
import { formatClock } from '../i18n/format';
import { call } from '../state/call';
import { Button } from '../ui/button';
import { type FilteredLine, filterLines, noFilter } from './log-filter';
import { appendLines, emptyLog, readFrom, type ShownLine } from './log-lines';
import { LogToolbar } from './log-toolbar';

const POLL_MS = 1000;

const colours: Record<LogLevel, string> = {
  debug: 'text-ink-3',
  info: 'text-accent',
  warn: 'text-warn',
  error: 'text-bad',
};

/** The plugin's console as it is written; follows the end while the reader is there. */
export function PluginLog({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const lines = useLogLines(id);
  const [filter, setFilter] = useState(noFilter);
  // What is typed comes first; a long log may follow a moment later.
  const wanted = useDeferredValue(filter);
  const shown = useMemo(() => filterLines(lines, wanted), [lines, wanted]);

  if (lines.length === 0)
    return <p className="px-6 py-5 text-ink-2 max-[860px]:px-4">{t('plugins.logEmpty')}</p>;
  return (
    <div className="flex h-full flex-col">
      <LogToolbar filter={filter} shown={shown} all={lines.length} onChange={setFilter} />
      {shown.length > 0 ? (
        <Lines lines={shown} label={t('plugins.logLabel', { name })} />
      ) : (
        <div className="flex flex-col items-start gap-2 px-6 py-5 text-ink-2 max-[860px]:px-4">
          <p>{t('pluginLog.noMatch')}</p>
          <Button onClick={() => setFilter(noFilter)}>{t('pluginLog.clear')}</Button>
        </div>
      )}
    </div>
  );
}

const Lines = memo(function Lines({ lines, label }: { lines: FilteredLine[]; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are the reason to scroll
  useLayoutEffect(() => {
    if (following.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    following.current = scrollHeight - scrollTop - clientHeight < 24;
  };
  return (
    <div
      ref={box}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      className="selectable min-h-0 flex-1 overflow-auto bg-sunken px-6 py-3 max-[860px]:px-4 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
    >
      {lines.map((line) => (
        <div key={line.key} className={clsx('flex gap-3', line.level === 'error' && 'text-bad')}>
          <time className="shrink-0 text-ink-3 tabular-nums" dateTime={new Date(line.at).toISOString()}>
            {formatClock(line.at)}
          </time>
          <span className={clsx('w-10 shrink-0', colours[line.level])}>{line.level}</span>
          <bdi className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {line.parts.map((part, at) =>
              part.hit ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else
                <mark key={at} className="rounded-[2px] bg-mark text-ink">
                  {part.text}
                </mark>
              ) : (
                part.text
              ),
            )}
          </bdi>
        </div>
      ))}
    </div>
  );
});

function useLogLines(id: string): ShownLine[] {
  const [lines, setLines] = useState<ShownLine[]>([]);
  useEffect(() => {
    let ended = false;
    let log = emptyLog;
    const read = async () => {
      if (document.hidden && log.last) return;
      try {
        const fresh = await call('plugins.log', { id, after: readFrom(log) });
        const next = appendLines(log, fresh);
        if (ended || next === log) return;
        log = next;
        setLines(log.lines);
      } catch {
        // The engine is away or the plugin gone: the page says so elsewhere; the next reading tries again.
      }
    };
    void read();
    const timer = setInterval(() => void read(), POLL_MS);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }, [id]);
  return lines;
}
