import { PACKAGE_ROOT } from '../../shared/package-path';
import type { Channel } from './channel';
import { pluginError } from './errors';

/** What rewritten modules call: `import.meta` becomes `bind(file).meta`, `import(x)` becomes `bind(file).load(x)`. */
export interface LoaderFunctions {
  bind(file: string): { meta: ImportMeta; load(specifier: unknown): Promise<unknown> };
  /** called by a wrapper module once the module it imports is evaluated */
  done(id: number, namespace: unknown): void;
  /** exports of Node's modules that are there, by name without `node:` */
  nodeModules: Record<string, Record<string, unknown>>;
}

export function openLoader(
  channel: Channel,
  nodeModules: LoaderFunctions['nodeModules'],
): LoaderFunctions & { main(): Record<string, unknown> } {
  const bound = new Map<string, ReturnType<LoaderFunctions['bind']>>();
  const loading = new Map<number, (namespace: unknown) => void>();
  let lastId = 0;
  let main: unknown;

  const load = async (file: string, specifier: unknown): Promise<unknown> => {
    const id = ++lastId;
    const evaluated = new Promise((resolve) => loading.set(id, resolve));
    try {
      await channel.request('import', { id, from: file, specifier: String(specifier) });
      return await evaluated;
    } finally {
      loading.delete(id);
    }
  };

  return {
    nodeModules,
    bind(file) {
      const known = bound.get(file);
      if (known) return known;
      const filename = `${PACKAGE_ROOT}/${file}`;
      const url = `file://${encodeURI(filename).replace(/[?#]/g, encodeURIComponent)}`;
      const meta = {
        url,
        filename,
        dirname: filename.slice(0, filename.lastIndexOf('/')),
        main: false,
        resolve: (specifier: unknown) => new URL(String(specifier), url).href,
      } as unknown as ImportMeta;
      const created = { meta, load: (specifier: unknown) => load(file, specifier) };
      bound.set(file, created);
      return created;
    },
    done(id, namespace) {
      if (id === 0) {
        main = namespace;
        channel.loaded(0);
      } else {
        loading.get(id)?.(namespace);
        channel.loaded(id);
      }
    },
    main() {
      if (typeof main !== 'object' || main === null)
        throw pluginError('plugin_load_failed', 'the entry module was not loaded');
      return main as Record<string, unknown>;
    },
  };
}
