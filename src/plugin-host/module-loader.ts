import { randomBytes } from 'node:crypto';
import type ivm from 'isolated-vm';
import { SecAgentError } from '../shared/errors';
import { importedFile } from '../shared/package-path';
import { unsupportedImport } from '../shared/unsupported-import';
import type { PackageFiles } from './package-files';
import { rewriteModule } from './rewrite-module';

const MAX_MODULE_BYTES = 32 * 1024 * 1024;
const MAX_MODULES = 2_000;

export interface ModuleLoaderOptions {
  isolate: ivm.Isolate;
  context: ivm.Context;
  files: PackageFiles;
  pluginId: string;
  /** runs a piece of guest code that the isolate's time limit bounds */
  track<T>(timeoutMs: number, run: (timeout: { timeout?: number }) => Promise<T>): Promise<T>;
}

/** ES modules of the package, and the few of Node that the prelude brings (S20). */
export class ModuleLoader {
  readonly #options: ModuleLoaderOptions;
  readonly #modules = new Map<string, ivm.Module>();
  readonly #files = new WeakMap<ivm.Module, string>();
  /** file → what its specifiers mean */
  readonly #targets = new Map<string, Map<string, string>>();
  /** names without `node:` → exported names */
  readonly #nodeModules: ReadonlyMap<string, readonly string[]>;
  /** unguessable, so that only rewritten code reaches the loader's functions */
  readonly #loaderSpecifier = `secagent:loader-${randomBytes(12).toString('hex')}`;
  readonly #loaderModule: ivm.Module;
  #working: Promise<unknown> = Promise.resolve();

  /** To be made before any code of the plugin runs: it takes the loader's functions from the global object. */
  constructor(options: ModuleLoaderOptions) {
    this.#options = options;
    const exported = options.context.evalSync(EXPORTED_NAMES) as string;
    this.#nodeModules = new Map(Object.entries(JSON.parse(exported) as Record<string, string[]>));
    this.#loaderModule = options.isolate.compileModuleSync(
      'const { bind, done, nodeModules } = globalThis.$loader; delete globalThis.$loader; export { bind, done, nodeModules };',
      { filename: 'secagent:loader' },
    );
    this.#loaderModule.instantiateSync(options.context, () => this.#loaderModule);
    this.#loaderModule.evaluateSync();
  }

  /** Links and evaluates the entry module; `done(0, namespace)` runs in the guest when it is complete. */
  async loadMain(main: string, timeoutMs: number): Promise<void> {
    const source = this.#read(main);
    if (source === null)
      throw new SecAgentError('manifest_main_missing', `the package has no ${main}`, { file: main });
    const rewritten = await rewriteModule(main, source, this.#loaderSpecifier);
    if (rewritten.looksLikeCommonJs) {
      throw new SecAgentError(
        'plugin_load_failed',
        `${main} is a CommonJS module (require, module.exports); plugins are ES modules that export a function "activate"`,
        { file: main },
      );
    }
    if (!rewritten.exports('activate')) {
      throw new SecAgentError('plugin_load_failed', `${main} does not export a function "activate"`, {
        file: main,
      });
    }
    await this.#evaluate(0, main, timeoutMs);
  }

  /** What `import(specifier)` in `from` asked for; `done(id, namespace)` runs in the guest when it is complete. */
  async loadDynamic(id: number, from: string, specifier: string, timeoutMs: number): Promise<void> {
    await this.#evaluate(id, this.#target(specifier, from, null), timeoutMs);
  }

  async #evaluate(id: number, file: string, timeoutMs: number): Promise<void> {
    // One at a time: concurrent links that share a dependency fail.
    const linked = this.#working.then(() => this.#link(id, file));
    this.#working = linked.catch(() => undefined);
    try {
      const wrapper = await linked;
      await this.#options.track(timeoutMs, (timeout) => wrapper.evaluate(timeout));
    } catch (error) {
      throw loadFailure(file, error);
    }
  }

  async #link(id: number, file: string): Promise<ivm.Module> {
    await this.#prepare(file);
    const { isolate, context } = this.#options;
    const wrapper = await isolate.compileModule(
      `import * as namespace from 'target'; import { done } from 'loader'; done(${id}, namespace);`,
      { filename: 'secagent:load' },
    );
    await wrapper.instantiate(context, (specifier, referrer) => {
      if (specifier === this.#loaderSpecifier || (referrer === wrapper && specifier === 'loader'))
        return this.#loaderModule;
      const target =
        referrer === wrapper ? file : this.#targets.get(this.#files.get(referrer) ?? '')?.get(specifier);
      const module = target === undefined ? undefined : this.#modules.get(target);
      if (!module) throw new Error(`${specifier} was not resolved`);
      return module;
    });
    return wrapper;
  }

  /** Compiles a module and everything it imports statically; on failure none of them stays. */
  async #prepare(root: string): Promise<void> {
    const added: string[] = [];
    try {
      for (const wanted = [root]; wanted.length > 0; ) {
        const file = wanted.pop() as string;
        if (this.#modules.has(file)) continue;
        if (this.#modules.size >= MAX_MODULES)
          throw new SecAgentError('quota_exceeded', `more than ${MAX_MODULES} modules`);
        added.push(file);
        const { module, targets } = await this.#compile(file);
        this.#modules.set(file, module);
        this.#files.set(module, file);
        this.#targets.set(file, targets);
        wanted.push(...targets.values());
      }
    } catch (error) {
      for (const file of added) this.#modules.delete(file);
      throw error;
    }
  }

  async #compile(file: string): Promise<{ module: ivm.Module; targets: Map<string, string> }> {
    const { isolate, pluginId } = this.#options;
    const exported = file.startsWith(NODE) ? this.#nodeModules.get(file.slice(NODE.length)) : undefined;
    const targets = new Map<string, string>();
    let code: string;
    if (exported) code = nodeModule(file.slice(NODE.length), exported, this.#loaderSpecifier);
    else {
      const source = this.#read(file);
      if (source === null)
        throw new SecAgentError('plugin_load_failed', `there is no ${file} in the package`, { file });
      if (file.endsWith('.json')) code = jsonModule(file, source);
      else {
        const rewritten = await rewriteModule(file, source, this.#loaderSpecifier);
        code = rewritten.code;
        for (const { key, specifier, line } of rewritten.imports)
          targets.set(key, this.#target(specifier, file, line));
      }
    }
    try {
      const filename = `plugin://${pluginId}/${encodeURI(file)}`;
      return { module: await isolate.compileModule(code, { filename }), targets };
    } catch (error) {
      throw loadFailure(file, error);
    }
  }

  #target(specifier: string, from: string, line: number | null): string {
    const node = specifier.replace(/^node:/, '');
    if (this.#nodeModules.has(node)) return NODE + node;
    const target = importedFile(specifier, from);
    if (target === null) throw unsupportedImport(specifier, from, line);
    if (this.#isFile(target, () => unsupportedImport(specifier, from, line))) return target;
    throw new SecAgentError(
      'plugin_load_failed',
      `${line === null ? from : `${from}, line ${line}`} imports "${specifier}", but there is no ${target} in the package`,
      { import: specifier, file: from },
    );
  }

  /** A link is as good as outside. */
  #isFile(file: string, unsupported: () => SecAgentError): boolean {
    try {
      return this.#options.files.kind(file)?.kind === 'file';
    } catch {
      throw unsupported();
    }
  }

  #read(file: string): string | null {
    return this.#options.files.read(file, MAX_MODULE_BYTES);
  }
}

/** Marks a module of Node among the files of the package, none of which has a colon in its path. */
const NODE = 'node:';
const EXPORTED_NAMES =
  'JSON.stringify(Object.fromEntries(Object.entries(globalThis.$loader.nodeModules).map(([name, all]) => [name, Object.keys(all)])))';

function nodeModule(name: string, exported: readonly string[], loaderSpecifier: string): string {
  const named = exported.filter((key) => /^[A-Za-z_]\w*$/.test(key) && key !== 'default');
  return (
    `import { nodeModules } from ${JSON.stringify(loaderSpecifier)}; const all = nodeModules[${JSON.stringify(name)}];` +
    ` export default all; export const { ${named.join(', ')} } = all;`
  );
}

function jsonModule(file: string, source: string): string {
  try {
    JSON.parse(source);
  } catch (error) {
    throw new SecAgentError('plugin_load_failed', `${file} is not valid JSON: ${(error as Error).message}`, {
      file,
    });
  }
  return `export default JSON.parse(${JSON.stringify(source)});`;
}

/** Errors of compiling, linking and evaluating are copies from the isolate: message and stack name plugin files only. */
export function loadFailure(file: string, thrown: unknown): unknown {
  if (thrown instanceof SecAgentError) return thrown;
  const error = thrown as Error;
  if (error?.message === TIMED_OUT) return thrown;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(thrown);
  const failure = new SecAgentError('plugin_load_failed', `${file} failed to load: ${text}`, { file });
  if (typeof error?.stack === 'string') failure.stack = error.stack;
  return failure;
}

/** What isolated-vm says when code ran over its time limit. */
export const TIMED_OUT = 'Script execution timed out.';
