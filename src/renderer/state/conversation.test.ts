import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SecAgentError } from '../../shared/errors';
import type { Entry, SessionSummary, ShownSession, TurnEvent, TurnResult } from '../../shared/sessions';
import { standInBridge } from './stand-in-bridge';

const summary = (id: string, busy = false): SessionSummary => ({
  id,
  title: `title of ${id}`,
  createdAt: 1,
  updatedAt: 1,
  busy,
});
const user = (id: string, text = id): Entry => ({ id, turnId: 't', createdAt: 1, kind: 'user', text });
const answer = (id: string, text: string): Entry => ({
  id,
  turnId: 't',
  createdAt: 1,
  kind: 'assistant',
  source: 'model',
  model: 'm',
  parts: text ? [{ type: 'text', text }] : [],
  status: 'streaming',
});
const shown = (id: string, upTo: number, entries: Entry[], busy = false): ShownSession => ({
  ...summary(id, busy),
  entries,
  upTo,
});
const delta = (text: string): TurnEvent => ({ type: 'delta', entryId: 'a', part: 'text', text });
const done = {} as TurnResult;

type State = typeof import('./conversation');
type Bridge = ReturnType<typeof standInBridge>;
let bridge: Bridge;
let state: State;
let problems: typeof import('./problems');

// The stores are the modules: each test gets its own.
beforeEach(async () => {
  vi.resetModules();
  bridge = standInBridge({ 'sessions.list': () => [] });
  state = await import('./conversation');
  problems = await import('./problems');
  state.followTurns();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const now = () => state.useConversation.getState();
const turnEvent = (seq: number, event: TurnEvent, sessionId = 's') =>
  bridge.send('turn.event', { sessionId, event, seq });
const textOf = (entry: Entry | undefined) =>
  entry?.kind === 'assistant'
    ? entry.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    : '';

test('a session another process answers is read again when it says so, and is busy until its answer says no', async () => {
  bridge.answer('sessions.show', () => shown('s', 0, [user('u')], true));
  await state.openSession('s');
  expect(now().busy.has('s')).toBe(true);
  bridge.answer('sessions.show', () => shown('s', 0, [user('u'), answer('a', 'from elsewhere')], false));
  bridge.send('sessions.changed', {});
  await vi.waitFor(() => expect(now().entries).toHaveLength(2));
  expect(now().busy.has('s')).toBe(false);
});

test('a process that is killed while it answers leaves no session busy', async () => {
  vi.useFakeTimers();
  bridge.answer('sessions.show', () => shown('s', 0, [user('u')], true));
  await state.openSession('s');
  bridge.answer('sessions.show', () => shown('s', 0, [user('u')], false));
  await vi.advanceTimersByTimeAsync(2500);
  expect(now().busy.has('s')).toBe(false);
});

test('what streams in while a session is read is neither lost nor applied twice', async () => {
  const reading = Promise.withResolvers<ShownSession>();
  bridge.answer('sessions.show', () => reading.promise);
  const opened = state.openSession('s');
  turnEvent(1, { type: 'entry', entry: answer('a', '') });
  turnEvent(2, delta('one '));
  bridge.frame(); // painted before the answer is there
  turnEvent(3, delta('two '));
  turnEvent(4, delta('three ')); // after what the answer holds, though it arrives earlier
  reading.resolve(shown('s', 3, [user('u'), answer('a', 'one two ')], true));
  await opened;
  bridge.frame();
  expect(textOf(now().entries.at(-1))).toBe('one two three ');
  turnEvent(5, delta('four'));
  bridge.frame();
  expect(textOf(now().entries.at(-1))).toBe('one two three four');
});

test('the first message shows at once, a second Enter makes no second session', async () => {
  const creating = Promise.withResolvers<SessionSummary>();
  const sending = Promise.withResolvers<TurnResult>();
  bridge.answer('sessions.create', () => creating.promise);
  bridge.answer('sessions.show', () => shown('s', 0, []));
  bridge.answer('chat.send', () => sending.promise);
  state.setDraft('new', 'hello');
  const sent = state.sendMessage('hello');
  expect(now().drafts.new).toBe('');
  expect(now().first?.entry).toMatchObject({ kind: 'user', text: 'hello' });
  await state.sendMessage('hello');
  creating.resolve(summary('s'));
  await vi.waitFor(() => expect(now().sessionId).toBe('s'));
  expect(now().first?.entry).toMatchObject({ text: 'hello' });
  sending.resolve(done);
  await sent;
  expect(now().first).toBeNull();
  expect(bridge.calls.filter(({ method }) => method === 'sessions.create')).toHaveLength(1);
});

test('whoever opens another chat before the session is made stays there', async () => {
  const creating = Promise.withResolvers<SessionSummary>();
  bridge.answer('sessions.create', () => creating.promise);
  bridge.answer('sessions.show', ({ sessionId }) => shown(sessionId, 0, [user('u')]));
  bridge.answer('chat.send', () => done);
  const sent = state.sendMessage('hello');
  await state.openSession('other');
  creating.resolve(summary('s'));
  await sent;
  expect(now()).toMatchObject({ sessionId: 'other', first: null });
  expect(bridge.calls).toContainEqual({ method: 'chat.send', params: { sessionId: 's', text: 'hello' } });
});

test('a first message whose session cannot be made comes back, before what was written since', async () => {
  bridge.answer('sessions.create', () => {
    throw new SecAgentError('disk_full', 'no space');
  });
  const sent = state.sendMessage('hello');
  state.setDraft('new', 'more');
  await sent;
  expect(now()).toMatchObject({
    first: null,
    sendError: { code: 'disk_full' },
    drafts: { new: 'hello\n\nmore' },
  });
});

test('a message that fails while another chat is open is said, and its text is kept', async () => {
  const sending = Promise.withResolvers<TurnResult>();
  bridge.answer('sessions.show', ({ sessionId }) => shown(sessionId, 0, [user('u')]));
  bridge.answer('chat.send', () => sending.promise);
  await state.openSession('s');
  const sent = state.sendMessage('hello');
  await state.openSession('other');
  sending.reject(new SecAgentError('session_busy', 'busy'));
  await sent;
  expect(now()).toMatchObject({ sessionId: 'other', sendError: null, drafts: { s: 'hello' } });
  expect(problems.useProblems.getState().list).toMatchObject([
    { attempt: 'chat.sendFailed', error: { code: 'session_busy' } },
  ]);
});

test('a chat that cannot be deleted says why and stays open', async () => {
  bridge.answer('sessions.show', () => shown('s', 0, [user('u')]));
  bridge.answer('sessions.delete', () => {
    throw new SecAgentError('disk_full', 'no space');
  });
  await state.openSession('s');
  await state.deleteSession({ id: 's', title: 'x', createdAt: 0, updatedAt: 0, busy: false });
  expect(now().sessionId).toBe('s');
  expect(problems.useProblems.getState().list).toMatchObject([{ attempt: 'sidebar.deleteFailed' }]);
});

test('the open chat keeps its title and its text while the engine is away', async () => {
  bridge.answer('sessions.show', () => shown('s', 0, [user('u')]));
  await state.openSession('s');
  expect(now().title).toBe('title of s');
  bridge.answer('sessions.show', () => {
    throw new SecAgentError('engine_gone', 'gone');
  });
  bridge.send('sessions.changed', {});
  await vi.waitFor(() =>
    expect(bridge.calls.filter(({ method }) => method === 'sessions.show')).toHaveLength(2),
  );
  expect(now()).toMatchObject({ loadError: null, entries: [user('u')] });
});
