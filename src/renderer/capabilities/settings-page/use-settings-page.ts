import { useCallback, useEffect, useRef, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '../../../shared/errors';
import { call } from '../../state/call';
import {
  argumentsOf,
  isWholePage,
  type PageMessage,
  readSettingsPage,
  type SettingsView,
} from './read-settings-page';

const GET_STATE = 'get_state';

type Draft = Record<string, string | boolean>;

export interface SettingsPageState {
  /** null until the plugin has answered */
  view: SettingsView | null;
  draft: Draft;
  /** what the last action said, where the page itself was asked for again */
  outcome: PageMessage | null;
  /** the action under way */
  busy: string | null;
  error: ErrorInfo | null;
}

const asking: SettingsPageState = { view: null, draft: {}, outcome: null, busy: GET_STATE, error: null };

/**
 * One settings page of a running plugin (S19): asks for its state, keeps what is typed, and asks its actions. What goes wrong
 * changes nothing but `error`, so that nobody has to type anything twice.
 */
export function useSettingsPage(id: string, page: string) {
  const [state, setState] = useState(asking);
  const lastQuestion = useRef(0);

  const ask = useCallback(
    async (action: string, values: Record<string, unknown>) =>
      readSettingsPage(await call('plugins.askSettings', { id, page, action, arguments: values })),
    [id, page],
  );
  const during = useCallback(async (action: string, work: () => Promise<Partial<SettingsPageState>>) => {
    lastQuestion.current += 1;
    const question = lastQuestion.current;
    setState((before) => ({ ...before, busy: action, error: null }));
    const change = await work().catch((error): Partial<SettingsPageState> => ({ error: toErrorInfo(error) }));
    // An answer nobody waits for any more belongs to a page that is gone.
    if (question === lastQuestion.current) setState((before) => ({ ...before, ...change, busy: null }));
  }, []);

  const refresh = useCallback(
    () => during(GET_STATE, async () => opened(await ask(GET_STATE, {}))),
    [during, ask],
  );
  const press = (action: string) =>
    during(action, async () => {
      const answer = await ask(action, argumentsOf(state.view?.fields ?? [], state.draft));
      if (isWholePage(answer)) return opened(answer);
      if (answer.message?.tone === 'error') return { outcome: answer.message };
      return opened(await ask(GET_STATE, {}), answer.message);
    });
  const change = (name: string, value: string | boolean) =>
    setState((before) => ({ ...before, draft: { ...before.draft, [name]: value } }));

  useEffect(() => {
    void refresh();
    return () => {
      lastQuestion.current += 1;
    };
  }, [refresh]);
  return { ...state, refresh, press, change };
}

function opened(view: SettingsView, outcome: PageMessage | null = null): Partial<SettingsPageState> {
  return { view, outcome, draft: Object.fromEntries(view.fields.map(({ name, value }) => [name, value])) };
}
