import { create } from 'zustand';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import type { Entry, SessionSummary, TurnEvent } from '../../shared/sessions';
import { applyTurnEvent } from '../../shared/turn-events';
import { call } from './call';
import { dismissGoodNews } from './packages';
import { showProblem } from './problems';
import { refreshSessions, useSessions } from './sessions';
import { createTurnStream } from './turn-stream';

interface Conversation {
  /** null: a new chat that has no session yet */
  sessionId: string | null;
  title: string;
  entries: Entry[];
  /** the first message of a new chat until its session shows it; the session it gets is null at first */
  first: { sessionId: string | null; entry: Entry } | null;
  loading: boolean;
  loadError: ErrorInfo | null;
  /** why the last message could not be sent at all */
  sendError: ErrorInfo | null;
  /** sessions with a running turn, in this process or another */
  busy: ReadonlySet<string>;
  /** how the last turn ended, for the live region */
  lastEnd: 'done' | 'stopped' | 'interrupted' | 'error' | null;
  /** unsent text per session; `new` for a chat without one */
  drafts: Record<string, string>;
}

const emptyChat = {
  sessionId: null,
  title: '',
  entries: [],
  first: null,
  loading: false,
  loadError: null,
  sendError: null,
  lastEnd: null,
} satisfies Partial<Conversation>;

/** The open chat. */
export const useConversation = create<Conversation>()(() => ({
  ...emptyChat,
  busy: new Set<string>(),
  drafts: {},
}));

const { getState, setState } = useConversation;

/** How often a session that another process answers is read, in case that process is killed and says nothing more. */
const WATCH_MS = 2000;

const turns = createTurnStream(applyEvents);
/** messages on their way, by session */
const sending = new Map<string, { arrived: boolean }>();
let lastReading = 0;
let watch: ReturnType<typeof setTimeout> | undefined;

export function startNewChat(): void {
  setState(emptyChat);
}

/** Shows a session from the store. */
export async function openSession(sessionId: string): Promise<void> {
  if (getState().sessionId === sessionId) setState({ loadError: null });
  else setState({ ...emptyChat, sessionId, loading: true });
  await read(sessionId);
}

/** Sends a message, creating the session with the first one. The draft comes back when nothing was sent. */
export async function sendMessage(text: string): Promise<void> {
  dismissGoodNews();
  const { sessionId, first } = getState();
  if (sessionId) return sendIn(sessionId, text);
  if (first) return; // its session is still being made
  const entry: Entry = { id: 'first', turnId: 'first', createdAt: Date.now(), kind: 'user', text };
  const mine = { sessionId: null, entry };
  setDraft('new', '');
  setState({ first: mine, sendError: null, lastEnd: null });
  let created: string;
  try {
    created = (await call('sessions.create', {})).id;
  } catch (error) {
    giveBack('new', text);
    if (getState().first === mine) setState({ first: null, sendError: toErrorInfo(error) });
    else showProblem('chat.sendFailed', error);
    return;
  }
  // Whoever opened another chat meanwhile stays there.
  if (getState().first === mine) setState({ sessionId: created, first: { sessionId: created, entry } });
  await sendIn(created, text);
}

async function sendIn(sessionId: string, text: string): Promise<void> {
  const message = { arrived: false };
  const isOpen = () => getState().sessionId === sessionId;
  sending.set(sessionId, message);
  setDraft(sessionId, '');
  setBusy(sessionId, true);
  if (isOpen()) setState({ sendError: null, lastEnd: null });
  try {
    const { status } = await call('chat.send', { sessionId, text });
    if (isOpen()) setState({ lastEnd: status });
  } catch (error) {
    // Once the message stands in the chat, the entry that broke off says what happened.
    if (!message.arrived) giveBack(sessionId, text);
    if (isOpen()) setState({ sendError: message.arrived ? null : toErrorInfo(error), lastEnd: 'error' });
    else if (!message.arrived) showProblem('chat.sendFailed', error);
  } finally {
    sending.delete(sessionId);
    setBusy(sessionId, false);
    if (getState().first?.sessionId === sessionId) setState({ first: null });
    rereadSession();
    void refreshSessions();
  }
}

/** Sums the chat up and sends the message of that turn once more. */
export async function compactAndRetry(turnId: string): Promise<void> {
  const { sessionId, entries } = getState();
  const asked = entries.find((entry) => entry.turnId === turnId && entry.kind === 'user');
  if (!sessionId || asked?.kind !== 'user') return;
  setBusy(sessionId, true);
  try {
    await call('chat.compact', { sessionId });
  } catch (error) {
    showProblem('chat.compactFailed', error);
    return;
  } finally {
    setBusy(sessionId, false);
  }
  await sendIn(sessionId, asked.text);
}

export function stopTurn(): void {
  const { sessionId, busy } = getState();
  if (sessionId && busy.has(sessionId)) void call('chat.stop', { sessionId }).catch(() => undefined); // already ended
}

/** Takes a chat away at once; for a while it can be brought back. */
export async function deleteSession({ id, title }: SessionSummary): Promise<void> {
  try {
    await call('sessions.delete', { sessionId: id });
    const wasOpen = getState().sessionId === id;
    if (wasOpen) startNewChat();
    useSessions.setState({ deleted: { id, title, wasOpen } });
  } catch (error) {
    showProblem('sidebar.deleteFailed', error);
  }
  await refreshSessions();
}

export async function restoreSession(): Promise<void> {
  const { deleted } = useSessions.getState();
  if (!deleted) return;
  useSessions.setState({ deleted: null });
  try {
    await call('sessions.restore', { sessionId: deleted.id });
    if (deleted.wasOpen) await openSession(deleted.id);
  } catch (error) {
    showProblem('sidebar.undoFailed', error);
  }
  await refreshSessions();
}

export function setDraft(key: string, text: string): void {
  setState(({ drafts }) => ({ drafts: { ...drafts, [key]: text } }));
}

export function draftKey(): string {
  return getState().sessionId ?? 'new';
}

/** Applies what streams in, and reads the open session again when it may have changed elsewhere. */
export function followTurns(): void {
  window.secagent.on('turn.event', ({ sessionId, event, seq }) => {
    const message = sending.get(sessionId);
    if (message && event.type === 'entry' && event.entry.kind === 'user') message.arrived = true;
    turns.receive(sessionId, event, seq);
  });
  window.secagent.on('sessions.changed', rereadSession);
  useSessions.subscribe(({ list }) => {
    for (const { id, busy } of list) if (!busy && !sending.has(id)) setBusy(id, false);
  });
}

/** Reads the open session again after the engine came back. */
export function catchUp(): void {
  setState({ busy: new Set(sending.keys()) });
  rereadSession();
}

function rereadSession(): void {
  const { sessionId } = getState();
  if (sessionId) void read(sessionId);
}

/** Reads the open session. What streams in meanwhile waits: some of it is part of the answer. */
async function read(sessionId: string): Promise<void> {
  const mine = ++lastReading;
  const isCurrent = () => mine === lastReading && getState().sessionId === sessionId;
  const release = turns.hold(sessionId);
  try {
    const { entries, busy, title, upTo } = await call('sessions.show', { sessionId });
    const current = isCurrent();
    if (current) {
      setState({ entries, title, loading: false, loadError: null });
      setBusy(sessionId, busy || sending.has(sessionId));
      clearTimeout(watch);
      if (busy && !sending.has(sessionId)) watch = setTimeout(rereadSession, WATCH_MS);
    }
    release(current ? upTo : 0);
  } catch (error) {
    release(0);
    if (!isCurrent()) return;
    const info = toErrorInfo(error);
    // What is on screen stays while the engine is away; a chat that was deleted elsewhere does not.
    if (getState().loading || info.code === 'session_unknown') setState({ loading: false, loadError: info });
  }
}

function applyEvents(sessionId: string, events: TurnEvent[]): void {
  const ended = events.some((event) => event.type === 'finish');
  setBusy(sessionId, !ended);
  if (getState().sessionId !== sessionId) return;
  setState(({ entries }) => ({ entries: events.reduce(applyTurnEvent, entries) }));
}

/** Puts a message that was not sent back where it was written, before what was written since. */
function giveBack(key: string, text: string): void {
  const since = getState().drafts[key] ?? '';
  setDraft(key, since ? `${text}\n\n${since}` : text);
}

function setBusy(sessionId: string, isBusy: boolean): void {
  const { busy } = getState();
  if (busy.has(sessionId) === isBusy) return;
  const next = new Set(busy);
  if (isBusy) next.add(sessionId);
  else next.delete(sessionId);
  setState({ busy: next });
}
