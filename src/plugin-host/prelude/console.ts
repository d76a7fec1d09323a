import { formatLog } from './format-value';

export type LogSink = (level: string, text: string) => void;

const LEVELS: Record<string, string> = {
  log: 'info',
  info: 'info',
  debug: 'debug',
  trace: 'debug',
  dir: 'info',
  table: 'info',
  warn: 'warn',
  error: 'error',
};

/** console → the plugin's log. Lines before the channel opens (there are none from plugins) are lost. */
export function installConsole(define: (name: string, value: unknown) => void): (sink: LogSink) => void {
  let sink: LogSink = () => undefined;
  let indent = '';
  const counts = new Map<string, number>();
  const started = new Map<string, number>();
  const write = (level: string, args: unknown[]) => {
    const text = formatLog(args);
    sink(level, indent === '' ? text : text.replace(/^/gm, indent));
  };
  const group = (...args: unknown[]) => {
    if (args.length > 0) write('info', args);
    if (indent.length < 20) indent += '  ';
  };
  const elapsed = (label: string) => `${label}: ${Date.now() - (started.get(label) ?? Date.now())} ms`;

  const methods: Record<string, (...args: never[]) => void> = {
    assert: (condition: unknown, ...args: unknown[]) => {
      if (!condition) write('error', ['Assertion failed', ...args]);
    },
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      write('info', [`${label}: ${counts.get(label)}`]);
    },
    countReset: (label = 'default') => void counts.delete(label),
    time: (label = 'default') => void started.set(label, Date.now()),
    timeLog: (label = 'default', ...args: unknown[]) => write('info', [elapsed(label), ...args]),
    timeEnd: (label = 'default') => {
      write('info', [elapsed(label)]);
      started.delete(label);
    },
    group,
    groupCollapsed: group,
    groupEnd: () => {
      indent = indent.slice(2);
    },
    clear: () => undefined,
  };
  for (const [name, level] of Object.entries(LEVELS))
    methods[name] = (...args: unknown[]) => write(level, args);
  define('console', methods);
  return (opened) => {
    sink = opened;
  };
}
