import type { ConnectRequest } from './connect';
import type { ConsentRequest, EventName, Events, MethodsOn, Params, Result } from './contract';
import type { ErrorInfo } from './errors';
import type { ConnectionTest } from './settings';

/** How calls are answered across the preload: an exception would lose its code on the way. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: ErrorInfo };

/** `window.secagent`, all that the chat page reaches outside itself. */
export interface ChatBridge {
  call<M extends MethodsOn<'chat'>>(method: M, params: Params<M>): Promise<Answer<Result<M>>>;
  /** listens to an event; returns the function that ends it */
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
  /**
   * Opens files dropped on the window; their paths are read in the preload and not shown to the page.
   * @returns false when none of them is a file of this computer
   */
  openDropped(files: File[]): Promise<Answer<boolean>>;
}

/** `window.secagentConsent`, all that the consent view reaches. */
export interface ConsentBridge {
  /** the question this view was opened for */
  current(): Promise<Answer<ConsentRequest | null>>;
  /** shows the view's window, as tall as it needs to be */
  present(height: number): Promise<Answer<void>>;
  decide(decision: Params<'consent.decide'>): Promise<Answer<void>>;
}

/** `window.secagentConnect`, all that the connect view reaches. */
export interface ConnectBridge {
  /** what this view was opened for */
  current(): Promise<Answer<ConnectRequest | null>>;
  test(question: Params<'connect.test'>): Promise<Answer<ConnectionTest>>;
  /** the ids the endpoint lists; null where it offers no list */
  fetchModels(question: Params<'connect.fetchModels'>): Promise<Answer<string[] | null>>;
  save(draft: Params<'connect.save'>): Promise<Answer<void>>;
  openKeyPage(preset: string): Promise<Answer<void>>;
  cancel(): Promise<Answer<void>>;
}

declare global {
  interface Window {
    /** in the chat page only */
    readonly secagent: ChatBridge;
    /** in the consent view only */
    readonly secagentConsent: ConsentBridge;
    /** in the connect view only */
    readonly secagentConnect: ConnectBridge;
  }
}
