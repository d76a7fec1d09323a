import { type Import, init, parse } from 'es-module-lexer';
import MagicString from 'magic-string';
import { SecAgentError } from '../shared/errors';

/** A bundle has few; without a bound, a small zip of nothing else keeps the process at work for minutes. */
const MAX_STATIC_IMPORTS = 2_000;
/** `import.meta` and `import()`: each is a change of the text, and the time for many is not the plugin's to take (ATTACKS 14) */
const MAX_CHANGES = 50_000;

export interface RewrittenModule {
  code: string;
  /** static imports, with their line for error messages; `key` is what the code says after rewriting */
  imports: { key: string; specifier: string; line: number }[];
  /** whether it exports `name`, or re-exports everything of another module */
  exports(name: string): boolean;
  looksLikeCommonJs: boolean;
}

/**
 * Makes a module fit for the isolate: `import.meta` and `import()` have no hooks there, so they become calls of the
 * loader's `bind`. Lines stay where they are.
 */
export async function rewriteModule(
  file: string,
  source: string,
  loaderSpecifier: string,
): Promise<RewrittenModule> {
  await init;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(source);
  } catch (error) {
    const { line, column } = position(source, (error as { idx?: number }).idx ?? 0);
    throw new SecAgentError(
      'plugin_load_failed',
      `${file} has a syntax error at line ${line}, column ${column}`,
      { file, line },
    );
  }
  const [imports, exports] = parsed;
  const text = new MagicString(source);
  if (source.startsWith('#!')) text.overwrite(0, 2, '//');

  const bind = `$${loaderSpecifier.slice(-12)}`;
  const call = `${bind}(${JSON.stringify(file)})`;
  const found: RewrittenModule['imports'] = [];
  const lineOf = lineCounter(source);
  if (imports.filter((entry) => !isStatic(entry)).length > MAX_CHANGES) {
    throw new SecAgentError(
      'plugin_load_failed',
      `${file} uses import() and import.meta more than ${MAX_CHANGES} times`,
      { file },
    );
  }
  for (const entry of imports) {
    if (isStatic(entry)) {
      if (found.length >= MAX_STATIC_IMPORTS) {
        throw new SecAgentError(
          'plugin_load_failed',
          `${file} has more than ${MAX_STATIC_IMPORTS} import statements; bundle the plugin into fewer modules`,
          { file },
        );
      }
      // isolated-vm garbles specifiers that are not ASCII on their way to the resolver.
      const key = /^[\x20-\x7e]*$/.test(entry.specifier) ? entry.specifier : `#${found.length}`;
      if (key !== entry.specifier) text.overwrite(entry.start, entry.end, key);
      found.push({ key, specifier: entry.specifier, line: lineOf(entry.importStart) });
    } else if (entry.type === 'import-meta') text.overwrite(entry.start, entry.end, `${call}.meta`);
    else if (entry.type === 'dynamic' && entry.phase === null) {
      text.overwrite(entry.importStart, entry.dynamicStart, `${call}.load`);
    }
  }
  if (text.hasChanged()) text.prepend(`import { bind as ${bind} } from ${JSON.stringify(loaderSpecifier)}; `);

  return {
    code: text.toString(),
    imports: found,
    exports: (name) =>
      exports.some((entry) => entry.type === 'reexport-all' || ('name' in entry && entry.name === name)),
    looksLikeCommonJs:
      imports.length === 0 &&
      exports.length === 0 &&
      /\bmodule\.exports\b|\bexports\.\w+\s*=|\brequire\s*\(/.test(source),
  };
}

function isStatic(entry: Import): entry is Extract<Import, { type: 'static' | 'reexport-star' }> {
  return entry.type === 'static' || entry.type === 'reexport-star';
}

/** Lines of positions that only grow: each part of the source is looked at once. */
function lineCounter(source: string): (index: number) => number {
  let line = 1;
  let next = source.indexOf('\n');
  return (index) => {
    for (; next >= 0 && next < index; next = source.indexOf('\n', next + 1)) line++;
    return line;
  };
}

function position(source: string, index: number): { line: number; column: number } {
  const before = source.slice(0, index);
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}
