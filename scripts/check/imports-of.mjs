// Every module that a TypeScript file names, with its line and whether only types are taken from it.
import { parseSync } from 'vite';

// `import('./x').Type` in a type, and require(): rare enough to be found by their text.
const BY_TEXT = /\b(import|require)\(\s*['"]([^'"]+)['"]\s*\)/g;

/** `[{specifier, line}]` */
export function importsOf(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [...module.staticImports, ...reexports(module)].map((statement) => ({
    specifier: statement.moduleRequest.value,
    at: statement.start,
  }));
  for (const match of text.matchAll(BY_TEXT)) {
    if (isCode(text, match.index)) found.push({ specifier: match[2], at: match.index });
  }
  return found.map(({ at, ...rest }) => ({ ...rest, line: text.slice(0, at).split('\n').length }));
}

function reexports({ staticExports }) {
  return staticExports.flatMap(({ start, entries }) => {
    const from = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    return from ? [{ start, entries, moduleRequest: from }] : [];
  });
}

// Comments and texts that show an import are no imports; a whole-line look is enough for both.
function isCode(text, index) {
  const before = text.slice(text.lastIndexOf('\n', index) + 1, index);
  return (
    !/^\s*(\*|\/\/|\/\*)/.test(before) &&
    !/\/\/ /.test(before) &&
    (before.match(/[`'"]/g) ?? []).length % 2 === 0
  );
}
