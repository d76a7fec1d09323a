import { create } from 'zustand';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import type { WorkspaceList } from '../../shared/workspace';
import { call } from './call';
import { useConversation } from './conversation';

interface Workspaces {
  /** of the open chat, or of new ones; null until it was read */
  list: WorkspaceList | null;
  /** why the last change did not work */
  error: ErrorInfo | null;
}

/** The folder that is worked in, and those that were (S28). */
export const useWorkspaces = create<Workspaces>()(() => ({ list: null, error: null }));

const { setState } = useWorkspaces;

interface NewChatFolders extends Workspaces {
  refresh(): Promise<void>;
}

/** The same for new chats, whatever chat is open: what the settings show. */
export const useNewChatFolders = create<NewChatFolders>()((set) => ({
  list: null,
  error: null,
  refresh: async () => {
    try {
      set({ list: await call('workspace.list', { sessionId: null }), error: useWorkspaces.getState().error });
    } catch (error) {
      set({ error: toErrorInfo(error) });
    }
  },
}));

export async function refreshWorkspaces(): Promise<void> {
  const sessionId = openSession();
  try {
    const list = await call('workspace.list', { sessionId });
    if (sessionId === openSession()) setState({ list });
  } catch {
    // A chat that is gone, or an engine that is: what comes next reads it again.
  }
}

export function workIn(path: string, sessionId = openSession()): Promise<void> {
  return act(() => call('workspace.use', { sessionId, path }));
}

export function chooseFolder(sessionId = openSession()): Promise<void> {
  return act(() => call('workspace.choose', { sessionId }));
}

export function revealFolder(sessionId = openSession()): Promise<void> {
  return act(() => call('workspace.reveal', { sessionId }));
}

export function forgetFolder(path: string): Promise<void> {
  return act(() => call('workspace.forget', { path }));
}

/** Follows the open chat: each has a folder of its own. */
export function followWorkspaces(): void {
  useConversation.subscribe((now, before) => {
    if (now.sessionId === before.sessionId) return;
    setState({ error: null });
    void refreshWorkspaces();
  });
}

async function act(action: () => Promise<unknown>): Promise<void> {
  setState({ error: null });
  try {
    await action();
  } catch (error) {
    setState({ error: toErrorInfo(error) });
  }
  await refreshWorkspaces();
}

function openSession(): string | null {
  return useConversation.getState().sessionId;
}
