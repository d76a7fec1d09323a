import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary';
import type { Entry } from '../../shared/sessions';
import { openDatabase } from '../storage';
import { Sessions } from '.';

function open() {
  const path = join(temporaryFolder(), 'secagent.db');
  const { database } = openDatabase(path);
  return { path, database, sessions: new Sessions(database) };
}

const assistant = (id: string, status: 'streaming' | 'done'): Entry => ({
  id,
  turnId: 't1',
  createdAt: 1,
  kind: 'assistant',
  source: 'model',
  model: 'demo',
  status,
  parts: [
    { type: 'text', text: '正在加' },
    {
      type: 'tool',
      call: {
        callId: 'c1',
        key: 'library__add',
        hidden: true,
        arguments: { n: 1 },
        status: 'running',
        ms: null,
      },
    },
  ],
});

it('keeps entries in order with their tool calls, and replaces one by its id (S26)', () => {
  const { sessions } = open();
  const { id } = sessions.create();
  sessions.save(id, { id: 'u', turnId: 't1', createdAt: 0, kind: 'user', text: '给小明加3分' });
  sessions.save(id, assistant('a', 'streaming'));
  const done = assistant('a', 'done');
  sessions.save(id, done);
  expect(sessions.entries(id)).toEqual([
    { id: 'u', turnId: 't1', createdAt: 0, kind: 'user', text: '给小明加3分' },
    done,
  ]);
});

it('finds two Chinese characters, and takes % and _ literally', () => {
  const { sessions } = open();
  const a = sessions.create().id;
  const b = sessions.create().id;
  sessions.save(a, { id: '1', turnId: 't', createdAt: 0, kind: 'user', text: '查一下图书' });
  sessions.save(b, { id: '2', turnId: 't', createdAt: 0, kind: 'user', text: '100% sure_thing' });
  expect(sessions.list('图书').map((session) => session.id)).toEqual([a]);
  expect(sessions.list('0%').map((session) => session.id)).toEqual([b]);
  expect(sessions.list('e_t').map((session) => session.id)).toEqual([b]);
  expect(sessions.list('%').map((session) => session.id)).toEqual([b]);
});

it('lets one turn run in a session, in any process', () => {
  const { sessions, database } = open();
  const { id } = sessions.create();
  sessions.beginTurn(id);
  expect(() => sessions.beginTurn(id)).toThrow(expect.objectContaining({ code: 'session_busy' }));
  expect(sessions.summary(id).busy).toBe(true);
  sessions.endTurn(id);
  // Process 1 lives and is not this one: as if the CLI were answering.
  database.prepare('INSERT INTO running_turns (session_id, pid, beat) VALUES (?, 1, ?)').run(id, Date.now());
  expect(() => sessions.beginTurn(id)).toThrow(expect.objectContaining({ code: 'session_busy' }));
  sessions.repairInterrupted();
  expect(sessions.summary(id).busy).toBe(true);
});

it('keeps the text of a turn whose process is gone, and says it was interrupted (S26)', () => {
  const { sessions, database } = open();
  const { id } = sessions.create();
  sessions.save(id, assistant('a', 'streaming'));
  database
    .prepare('INSERT INTO running_turns (session_id, pid, beat) VALUES (?, 999999999, ?)')
    .run(id, Date.now());
  sessions.repairInterrupted();
  expect(sessions.entries(id)).toMatchObject([
    { status: 'interrupted', parts: [{ text: '正在加' }, { call: { status: 'stopped' } }] },
  ]);
  expect(sessions.summary(id).busy).toBe(false);
  sessions.beginTurn(id);
});

it('repairs a cut turn when the session is used again, and one whose process id another process has now', () => {
  const { sessions, database } = open();
  const cut = sessions.create().id;
  sessions.save(cut, assistant('a', 'streaming'));
  const insert = database.prepare('INSERT INTO running_turns (session_id, pid, beat) VALUES (?, ?, ?)');
  insert.run(cut, 999_999_999, Date.now());
  sessions.beginTurn(cut);
  expect(sessions.entries(cut)).toMatchObject([{ status: 'interrupted' }]);
  sessions.endTurn(cut);
  const silent = sessions.create().id;
  insert.run(silent, 1, Date.now() - 120_000);
  expect(sessions.summary(silent).busy).toBe(false);
  sessions.beginTurn(silent);
});

it('deletes a session with all of it', () => {
  const { sessions, database } = open();
  const { id } = sessions.create();
  sessions.save(id, assistant('a', 'done'));
  sessions.delete(id);
  expect(database.prepare('SELECT count(*) AS n FROM tool_calls').get()).toEqual({ n: 0 });
  expect(() => sessions.show(id)).toThrow(expect.objectContaining({ code: 'session_unknown' }));
});
