import { apiLimits } from '../plugin-api/limits';
import type { NoticeParams } from '../shared/host-contract';
import type { LogLevel } from '../shared/plugins';
import { tokenBucket } from '../shared/token-bucket';

const FLUSH_MS = 30;
const MAX_WAITING = 500;
const MAX_CHARACTERS = 128 * 1024;

type Line = NoticeParams<'log'>['lines'][number];

/** Collects log lines and hands them on a few times a second, at most as many as a plugin may write (ATTACKS 6). */
export function collectLogLines(send: (batch: NoticeParams<'log'>) => void) {
  let lines: Line[] = [];
  let characters = 0;
  let dropped = 0;
  const allows = tokenBucket(apiLimits.logLinesPerSecond, apiLimits.logLinesPerSecond * 2);
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0 && dropped === 0) return;
    const batch = { lines, dropped };
    lines = [];
    characters = 0;
    dropped = 0;
    send(batch);
  };
  return {
    add(level: string, text: string) {
      if (lines.length >= MAX_WAITING || !allows()) dropped++;
      else {
        const line = { at: Date.now(), level: asLevel(level), text: text.slice(0, apiLimits.logLineLength) };
        if (characters + line.text.length > MAX_CHARACTERS) flush();
        characters += line.text.length;
        lines.push(line);
      }
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    flush,
  };
}

function asLevel(level: string): LogLevel {
  return level === 'debug' || level === 'warn' || level === 'error' ? level : 'info';
}
