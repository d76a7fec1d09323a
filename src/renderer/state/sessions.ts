import { create } from 'zustand';
import type { SessionSummary } from '../../shared/sessions';
import { call } from './call';
import { showProblem } from './problems';

interface Sessions {
  list: SessionSummary[];
  /** false until the list was read once */
  loaded: boolean;
  query: string;
  /** the chat deleted last, while that can be taken back */
  deleted: { id: string; title: string; wasOpen: boolean } | null;
  search(query: string): void;
  rename(sessionId: string, title: string): Promise<void>;
}

/** The side bar's list, newest first. */
export const useSessions = create<Sessions>()((set) => ({
  list: [],
  loaded: false,
  query: '',
  deleted: null,
  search: (query) => {
    set({ query });
    void refreshSessions();
  },
  rename: async (sessionId, title) => {
    try {
      await call('sessions.rename', { sessionId, title });
    } catch (error) {
      showProblem('sidebar.renameFailed', error);
    }
    await refreshSessions();
  },
}));

let reading = 0;

export async function refreshSessions(): Promise<void> {
  const mine = ++reading;
  const { query } = useSessions.getState();
  try {
    const found = await call('sessions.list', query.trim() ? { query: query.trim() } : {});
    if (mine !== reading) return; // a newer search is on its way
    useSessions.setState({ list: found.toSorted((a, b) => b.updatedAt - a.updatedAt), loaded: true });
  } catch {
    // The engine is gone: the banner says so, and its return reads the list again.
  }
}

export function followSessions(): void {
  window.secagent.on('sessions.changed', () => void refreshSessions());
}
