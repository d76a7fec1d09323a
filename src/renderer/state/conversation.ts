import { create } from 'zustand';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import type { Entry, TurnEvent } from '../../shared/sessions';
import { applyTurnEvent } from '../../shared/turn-events';
import { call } from './call';
import { refreshSessions } from './sessions';
import { createTurnStream } from './turn-stream';

interface Conversation {
  /** null: a new chat that has no session yet */
  sessionId: string | null;
  entries: Entry[];
  loading: boolean;
  loadError: ErrorInfo | null;
  /** why the last message could not be sent at all */
  sendError: ErrorInfo | null;
  /** sessions with a running turn */
  busy: ReadonlySet<string>;
  /** how the last turn ended, for the live region */
  lastEnd: 'done' | 'stopped' | 'interrupted' | 'error' | null;
  /** unsent text per session; `new` for a chat without one */
  drafts: Record<string, string>;
}

/** The open chat. */
export const useConversation = create<Conversation>()(() => ({
  sessionId: null,
  entries: [],
  loading: false,
  loadError: null,
  sendError: null,
  busy: new Set<string>(),
  lastEnd: null,
  drafts: {},
}));

const { getState, setState } = useConversation;

export function startNewChat(): void {
  setState({ sessionId: null, entries: [], loading: false, loadError: null, sendError: null, lastEnd: null });
}

/** Shows a session from the store; also used to catch up after the engine came back. */
export async function openSession(sessionId: string): Promise<void> {
  const again = getState().sessionId === sessionId;
  if (again) setState({ loadError: null });
  else setState({ sessionId, entries: [], loading: true, loadError: null, sendError: null, lastEnd: null });
  try {
    const { entries, busy } = await call('sessions.show', { sessionId });
    if (getState().sessionId !== sessionId) return;
    setState({ entries, loading: false });
    setBusy(sessionId, busy);
  } catch (error) {
    if (getState().sessionId === sessionId) setState({ loading: false, loadError: toErrorInfo(error) });
  }
}

/** Sends a message, creating the session with the first one. The draft comes back when nothing was sent. */
export async function sendMessage(text: string): Promise<void> {
  const key = draftKey();
  setDraft(key, '');
  setState({ sendError: null, lastEnd: null });
  let { sessionId } = getState();
  const before = getState().entries.length;
  try {
    if (!sessionId) {
      sessionId = (await call('sessions.create', {})).id;
      setState({ sessionId, entries: [] });
    }
    setBusy(sessionId, true);
    const { status } = await call('chat.send', { sessionId, text });
    if (getState().sessionId === sessionId) setState({ lastEnd: status });
  } catch (error) {
    if (getState().sessionId !== sessionId) return;
    // Once the message stands in the chat, the entry that broke off says what happened.
    const arrived = getState()
      .entries.slice(before)
      .some(({ kind }) => kind === 'user');
    setState({ sendError: arrived ? null : toErrorInfo(error), lastEnd: 'error' });
    if (!arrived) setDraft(sessionId ?? key, text);
  } finally {
    if (sessionId) setBusy(sessionId, false);
    void refreshSessions();
  }
}

export function stopTurn(): void {
  const { sessionId, busy } = getState();
  if (sessionId && busy.has(sessionId)) void call('chat.stop', { sessionId }).catch(() => undefined); // already ended
}

export async function deleteSession(sessionId: string): Promise<void> {
  await call('sessions.delete', { sessionId });
  if (getState().sessionId === sessionId) startNewChat();
  await refreshSessions();
}

export function setDraft(key: string, text: string): void {
  setState(({ drafts }) => ({ drafts: { ...drafts, [key]: text } }));
}

export function draftKey(): string {
  return getState().sessionId ?? 'new';
}

/** Applies what streams in, and reads the open session again when the engine came back. */
export function followTurns(): void {
  const receive = createTurnStream(applyEvents);
  window.secagent.on('turn.event', ({ sessionId, event }) => receive(sessionId, event));
}

export function catchUp(): void {
  const { sessionId } = getState();
  setState({ busy: new Set() });
  if (sessionId) void openSession(sessionId);
}

function applyEvents(sessionId: string, events: TurnEvent[]): void {
  const ended = events.some((event) => event.type === 'finish');
  setBusy(sessionId, !ended);
  if (getState().sessionId !== sessionId) return;
  setState(({ entries }) => ({ entries: events.reduce(applyTurnEvent, entries) }));
}

function setBusy(sessionId: string, isBusy: boolean): void {
  const { busy } = getState();
  if (busy.has(sessionId) === isBusy) return;
  const next = new Set(busy);
  if (isBusy) next.add(sessionId);
  else next.delete(sessionId);
  setState({ busy: next });
}
