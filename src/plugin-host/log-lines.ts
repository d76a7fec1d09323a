import { apiLimits } from '../plugin-api/limits';
import type { NoticeParams } from '../shared/host-contract';
import type { LogLevel } from '../shared/plugins';

const FLUSH_MS = 30;
const MAX_WAITING = 500;

type Line = NoticeParams<'log'>['lines'][number];

/** Collects log lines and hands them on a few times a second, at most as many as a plugin may write (ATTACKS 6). */
export function collectLogLines(send: (batch: NoticeParams<'log'>) => void) {
  let lines: Line[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0 && dropped === 0) return;
    const batch = { lines, dropped };
    lines = [];
    dropped = 0;
    send(batch);
  };
  return {
    add(level: string, text: string) {
      if (lines.length >= MAX_WAITING) dropped++;
      else
        lines.push({ at: Date.now(), level: asLevel(level), text: text.slice(0, apiLimits.logLineLength) });
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    flush,
  };
}

function asLevel(level: string): LogLevel {
  return level === 'debug' || level === 'warn' || level === 'error' ? level : 'info';
}
