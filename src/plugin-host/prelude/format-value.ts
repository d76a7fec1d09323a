const MAX_DEPTH = 4;
const MAX_ITEMS = 100;
const MAX_LENGTH = 8_192;

/** One console argument list as text, with `%s %d %i %f %j %o %O %c` and Node-like rendering of values. */
export function formatLog(args: readonly unknown[]): string {
  const [first, ...rest] = args;
  const parts: string[] = [];
  if (typeof first === 'string' && rest.length > 0) {
    parts.push(
      first.replace(/%[sdifjoOc%]/g, (mark) => {
        if (mark === '%%') return '%';
        if (rest.length === 0) return mark;
        const value = rest.shift();
        if (mark === '%s') return typeof value === 'string' ? value : formatValue(value);
        if (mark === '%c') return '';
        if (mark === '%j' || mark === '%o' || mark === '%O') return formatValue(value);
        const number = Number(value);
        return String(mark === '%i' ? Math.trunc(number) : number);
      }),
    );
  } else if (args.length > 0) {
    parts.push(typeof first === 'string' ? first : formatValue(first));
  }
  for (const value of rest) parts.push(typeof value === 'string' ? value : formatValue(value));
  const text = parts.join(' ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

export function formatValue(value: unknown): string {
  try {
    return render(value, 0, []);
  } catch {
    return '[a value that cannot be shown]';
  }
}

function render(value: unknown, depth: number, above: unknown[]): string {
  if (typeof value === 'string') return depth === 0 ? value : quote(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return `[Function ${value.name || '(anonymous)'}]`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (above.includes(value)) return '[Circular]';
  if (value instanceof Error) return renderError(value, depth, above);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? '[Array]' : '[Object]';
  const inner = [...above, value];
  const show = (child: unknown) => render(child, depth + 1, inner);
  if (Array.isArray(value)) return list('[', value.slice(0, MAX_ITEMS).map(show), value.length, ']');
  if (ArrayBuffer.isView(value)) return `${value.constructor?.name ?? 'View'}(${value.byteLength})`;
  if (value instanceof ArrayBuffer) return `ArrayBuffer(${value.byteLength})`;
  if (value instanceof Map) {
    const entries = [...value].slice(0, MAX_ITEMS).map(([key, child]) => `${show(key)} => ${show(child)}`);
    return `Map(${value.size}) ${list('{', entries, value.size, '}')}`;
  }
  if (value instanceof Set)
    return `Set(${value.size}) ${list('{', [...value].slice(0, MAX_ITEMS).map(show), value.size, '}')}`;
  if (value instanceof Promise) return 'Promise';
  const keys = Object.keys(value);
  const entries = keys
    .slice(0, MAX_ITEMS)
    .map(
      (key) => `${/^[\w$]+$/.test(key) ? key : quote(key)}: ${show((value as Record<string, unknown>)[key])}`,
    );
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  const prefix = typeof name === 'string' && name !== 'Object' && name !== '' ? `${name} ` : '';
  return prefix + list('{', entries, keys.length, '}');
}

function renderError(error: Error, depth: number, above: unknown[]): string {
  const text =
    typeof error.stack === 'string' && error.stack !== '' ? error.stack : `${error.name}: ${error.message}`;
  const shown = text.replace(/\n\s*at [^\n]*(?:secagent:|<isolated-vm)[^\n]*/g, '');
  if (error.cause === undefined || depth >= MAX_DEPTH) return shown;
  return `${shown}\n  [cause]: ${render(error.cause, depth + 1, [...above, error])}`;
}

function list(open: string, items: string[], total: number, close: string): string {
  if (total === 0) return open + close;
  const more = total > items.length ? [`… ${total - items.length} more`] : [];
  const all = [...items, ...more];
  return open === '[' ? `[ ${all.join(', ')} ]` : `${open} ${all.join(', ')} ${close}`;
}

const quote = (text: string) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n')}'`;
