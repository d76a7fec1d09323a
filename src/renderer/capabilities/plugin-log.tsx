import { clsx } from 'clsx';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogLevel } from '../../shared/plugins';
import { formatClock } from '../i18n/format';
import { call } from '../state/call';
import { appendLines, emptyLog, readFrom, type ShownLine } from './log-lines';

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

  if (lines.length === 0) return <p className="px-6 py-5 text-ink-2">{t('plugins.logEmpty')}</p>;
  return (
    <div
      ref={box}
      role="log"
      aria-label={t('plugins.logLabel', { name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      className="selectable h-full overflow-auto bg-sunken px-6 py-3 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
    >
      {lines.map((line) => (
        <div key={line.key} className={clsx('flex gap-3', line.level === 'error' && 'text-bad')}>
          <time className="shrink-0 text-ink-3 tabular-nums" dateTime={new Date(line.at).toISOString()}>
            {formatClock(line.at)}
          </time>
          <span className={clsx('w-10 shrink-0', colours[line.level])}>{line.level}</span>
          <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{line.text}</span>
        </div>
      ))}
    </div>
  );
}

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
