import type { ConnectRequest, SavedProvider } from '../shared/connect';
import type { MethodsServedBy, Params, Result } from '../shared/contract';
import { SecAgentError } from '../shared/errors';
import { modelPresets } from '../shared/model-presets';
import type { Language } from '../shared/settings';
import type { KeyStore } from './key-store';

export interface ConnectPorts {
  request<M extends MethodsServedBy<'engine'>>(method: M, params: Params<M>): Promise<Result<M>>;
  keys: KeyStore;
  presentation: { readonly language: Language; readonly theme: 'light' | 'dark' };
  /** shows the connect view; resolves when it is closed, by `close` or by the person */
  open(editing: boolean): { closed: Promise<void>; close(): void };
  openExternal(url: string): Promise<void>;
  /** a key came or went: the engine can't know */
  keysChanged(): void;
}

type Own<M extends string> = M extends `connect.${infer Name}` ? Name : never;
type ConnectMethods = MethodsServedBy<'shell'> & `connect.${string}`;

/** What the connect view may ask, one function for each `connect.*` of the contract. */
export type ConnectFlow = {
  [M in ConnectMethods as Own<M>]: (params: Params<M>) => Promise<Result<M>> | Result<M>;
} & {
  /** Opens the view. @returns what was saved in it; null when it was closed */
  connect(params: Params<'models.connect'>): Promise<SavedProvider | null>;
};

interface OpenView {
  request: ConnectRequest;
  saved: SavedProvider | null;
  close(): void;
}

/** Addresses and keys: entered in the connect view, kept by main, never seen by the chat page (ATTACKS 21). */
export function createConnectFlow(ports: ConnectPorts): ConnectFlow {
  const { request, keys, presentation } = ports;
  let view: OpenView | null = null;
  let opening = false;

  function open(): OpenView {
    if (!view) throw new SecAgentError('forbidden', 'the connect view is not open');
    return view;
  }

  async function connect({ preset, providerId }: Params<'models.connect'>): Promise<SavedProvider | null> {
    if (view || opening) return null; // it is there already
    opening = true;
    try {
      const prepared = await request('models.prepareConnect', {});
      const known = prepared.configured.some(({ id }) => id === providerId);
      if (providerId && !known) {
        throw new SecAgentError('model_unknown', `"${providerId}" is not configured`, { providerId });
      }
      const shown = ports.open(known);
      const { language, theme } = presentation;
      const current: OpenView = {
        request: {
          ...prepared,
          language,
          theme,
          preset: preset ?? null,
          providerId: providerId ?? null,
          keychain: keys.keychain,
        },
        saved: null,
        close: () => shown.close(),
      };
      view = current;
      await shown.closed;
      return current.saved;
    } finally {
      view = null;
      opening = false;
    }
  }

  async function save({ provider, key, keep }: Params<'connect.save'>): Promise<void> {
    const current = open();
    const origin = originOf(provider.baseUrl);
    const before = keys.get(origin);
    if (key) keys.keep(origin, key, keep);
    try {
      current.saved = await request('models.saveProvider', { provider });
    } catch (error) {
      // Without a provider nobody would see, or could remove, the key.
      if (key && before === null) keys.remove(origin);
      throw error;
    }
    if (key) ports.keysChanged();
    current.close();
  }

  return {
    connect,
    current: () => view?.request ?? null,
    test: (question) => {
      open();
      return request('models.testConnection', question);
    },
    fetchModels: (question) => {
      open();
      return request('models.fetchModelIds', question);
    },
    save,
    openKeyPage: async ({ preset }) => {
      open();
      const url = modelPresets.find(({ id }) => id === preset)?.keyUrl;
      if (!url) throw new SecAgentError('invalid_argument', `no page for keys of ${preset} is known`);
      await ports.openExternal(url);
    },
    cancel: () => open().close(),
  };
}

function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SecAgentError('invalid_argument', 'the address must begin with http:// or https://');
  }
  return url.origin;
}
