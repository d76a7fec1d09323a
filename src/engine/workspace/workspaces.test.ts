import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary';
import { Sessions } from '../sessions';
import { openDatabase } from '../storage';
import { Workspaces } from '.';

function setUp(fixed = false) {
  const folder = temporaryFolder();
  const { database } = openDatabase(join(folder, 'secagent.db'));
  const sessions = new Sessions(database);
  const path = join(folder, 'Documents', 'SecAgent');
  const workspaces = new Workspaces(database, sessions, { path, fixed });
  const make = (name: string) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  const begin = () => {
    const { id } = sessions.create();
    workspaces.assign(id);
    return id;
  };
  return { workspaces, default: path, make, begin, sessions };
}

it('starts in Documents/SecAgent, which is made on first need (S28)', () => {
  const { workspaces, default: path } = setUp();
  expect(workspaces.list(null)).toMatchObject({
    folder: { path, name: 'SecAgent', exists: false },
    recents: [],
  });
  expect(existsSync(path)).toBe(false);
  expect(workspaces.prepare(null)).toMatchObject({ path, exists: true });
});

it('a session keeps its folder; new chats start in the one chosen last', () => {
  const { workspaces, make, begin, default: path } = setUp();
  const before = begin();
  const physics = make('物理 课');
  workspaces.add(null, physics);
  const after = begin();
  expect([workspaces.of(before), workspaces.of(after), workspaces.of(null)]).toEqual([
    path,
    physics,
    physics,
  ]);
  workspaces.use(before, physics);
  workspaces.use(null, path);
  expect([workspaces.of(before), workspaces.of(null)]).toEqual([physics, path]);
});

it('keeps ten folders, newest first, and shows which are gone', () => {
  const { workspaces, make } = setUp();
  const folders = Array.from({ length: 12 }, (_, index) => make(`folder-${index}`));
  for (const folder of folders) workspaces.add(null, folder);
  expect(workspaces.list(null).recents.map(({ path }) => path)).toEqual(folders.slice(2).reverse());
  rmSync(folders[11] as string, { recursive: true });
  expect(workspaces.list(null).recents[0]).toMatchObject({ path: folders[11], exists: false });
  // A folder that is gone is nothing to start in.
  expect(workspaces.of(null)).not.toBe(folders[11]);
  workspaces.forget(folders[11] as string);
  expect(workspaces.list(null).recents).toHaveLength(9);
});

it('a page can only name a folder that was chosen before', () => {
  const { workspaces, make, begin } = setUp();
  const session = begin();
  expect(() => workspaces.use(session, make('elsewhere'))).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  );
  expect(() => workspaces.add(session, 'relative')).toThrow(
    expect.objectContaining({ code: 'invalid_argument' }),
  );
  expect(() => workspaces.add(session, '/no/such/folder')).toThrow(
    expect.objectContaining({ code: 'workspace_missing' }),
  );
  expect(workspaces.list(session).recents).toEqual([]);
});

it('a start that names its folder works in it whatever was chosen before (--workspace)', () => {
  const { workspaces, make, begin, default: path } = setUp(true);
  workspaces.add(null, make('other'));
  expect(workspaces.of(begin())).toBe(path);
});
