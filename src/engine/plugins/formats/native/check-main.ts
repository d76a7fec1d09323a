import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { SecAgentError } from '../../../../shared/errors';
import { importedFile } from '../../../../shared/package-path';
import { isAvailableNodeModule, unsupportedImport } from '../../../../shared/unsupported-import';

/** Larger files and deeper graphs are left to the sandbox, which finds the same when it loads them. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 200;
const MAX_IMPORTS = 2000;

/**
 * Looks at the entry module and what it imports without running any of it, so that a package that could never
 * load is refused before it is installed: CommonJS, no `activate`, a syntax error, an import the sandbox lacks.
 * @throws `manifest_main_invalid`, `plugin_import_unsupported` naming file and line
 */
export async function checkMain(directory: string, main: string): Promise<void> {
  await init;
  const seen = new Set<string>();
  const waiting = [main];
  for (let file = waiting.pop(); file !== undefined && seen.size < MAX_FILES; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const source = readModule(directory, file);
    if (source === null) continue;
    waiting.push(...checkModule(directory, file, source, file === main));
  }
}

/** Returns the modules of the package it imports. */
function checkModule(directory: string, file: string, source: string, isMain: boolean): string[] {
  const [imports, exports] = parseModule(file, source);
  const activates = exports.some(
    (entry) => entry.type === 'reexport-all' || ('name' in entry && entry.name === 'activate'),
  );
  if (isMain && !activates) {
    const commonJs = /\b(?:module\.exports|exports\.\w|require\s*\()/.test(source);
    throw invalid(
      file,
      commonJs
        ? `${file} is a CommonJS module; write it as an ES module that exports activate(api)`
        : `${file} does not export a function activate(api)`,
    );
  }
  const own: string[] = [];
  const seen = new Set<string>();
  for (const entry of imports) {
    if (entry.type !== 'static' && entry.type !== 'reexport-star') continue;
    if (seen.has(entry.specifier)) continue;
    seen.add(entry.specifier);
    if (seen.size > MAX_IMPORTS) throw invalid(file, `${file} imports more than ${MAX_IMPORTS} modules`);
    // Counted only for a message: counting for each import would be quadratic in a file made of imports.
    const line = () => source.slice(0, entry.importStart).split('\n').length;
    if (isAvailableNodeModule(entry.specifier)) continue;
    const target = importedFile(entry.specifier, file);
    if (target === null) throw unsupportedImport(entry.specifier, file, line());
    if (!lstatSync(join(directory, target), { throwIfNoEntry: false })?.isFile()) {
      throw invalid(
        file,
        `${file}, line ${line()} imports "${entry.specifier}", which is not in the package`,
        line(),
      );
    }
    if (/\.m?js$/.test(target)) own.push(target);
  }
  return own;
}

function parseModule(file: string, source: string): ReturnType<typeof parse> {
  try {
    return parse(source);
  } catch (error) {
    const line = source.slice(0, (error as { idx?: number }).idx ?? 0).split('\n').length;
    throw invalid(file, `${file} has a syntax error at line ${line}`, line);
  }
}

function readModule(directory: string, file: string): string | null {
  const path = join(directory, file);
  return lstatSync(path).size <= MAX_FILE_BYTES ? readFileSync(path, 'utf8') : null;
}

function invalid(file: string, sentence: string, line?: number): SecAgentError {
  return new SecAgentError('manifest_main_invalid', sentence, { file, ...(line !== undefined && { line }) });
}
