import Type, { type TObject } from 'typebox';

/**
 * Who may call a method:
 *   chat     the chat window's page. No chat method widens authority (DESIGN §1).
 *   consent  the pages of the consent and the connect view, and nobody else.
 *   shell    main or the CLI itself; no page.
 *   engine   the engine, for what only the shell has, like the keychain; no page.
 */
export type Surface = 'chat' | 'consent' | 'shell' | 'engine';

/** Which process answers. */
export type Server = 'shell' | 'engine';

interface Method<S extends Surface, B extends Server, P extends TObject, R> {
  surface: S;
  servedBy: B;
  params: P;
  /** phantom: carries the result's type, never a value */
  result?: R;
}

/** One row of the contract: `method<Result>()(surface, servedBy, params)`. */
export function method<R>() {
  return <S extends Surface, B extends Server, P extends TObject>(
    surface: S,
    servedBy: B,
    params: P,
  ): Method<S, B, P, R> => ({ surface, servedBy, params });
}

export const exact = { additionalProperties: false } as const;
export const nothing = Type.Object({}, exact);
