import { spawn } from 'node:child_process';
import { afterEach, expect, test, vi } from 'vitest';
import type { EngineState } from '../shared/settings';
import { EngineSupervisor } from './engine-supervisor';

const ready = `process.send({ t: 'notify', method: 'ready', params: {} });`;
const leaves = `process.on('disconnect', () => process.exit(0));`;

let running: EngineSupervisor | null = null;
afterEach(() => running?.stop());

/** A supervisor of real processes that run `scripts` one after the other; the last one again and again. */
function supervise(...scripts: string[]) {
  const states: EngineState[] = [];
  const pids: number[] = [];
  const supervisor = new EngineSupervisor({
    spawn: () => {
      const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) as string;
      const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
      pids.push(child.pid as number);
      return child;
    },
    log: { follow: () => undefined, line: () => undefined },
    stateChanged: ({ state }) => states.push(state),
    notified: () => undefined,
    answer: async (method, params) => ({ method, params }),
  });
  running = supervisor;
  supervisor.start();
  return { supervisor, states, pids };
}

test('a request waits for the engine and is answered', async () => {
  const { supervisor } = supervise(
    `${leaves} process.on('message', ({ id }) => process.send({ t: 'response', id, result: 'hello' })); ${ready}`,
  );
  expect(await supervisor.request('engine.status', {})).toBe('hello');
});

test('the engine asks the shell and is answered', async () => {
  const { supervisor } = supervise(
    `${leaves} process.on('message', ({ t, id, result }) => {
      if (t === 'request') process.send({ t: 'request', id, method: 'secrets.get', params: { origin: 'x' } });
      else process.send({ t: 'response', id, result });
    }); ${ready}`,
  );
  expect(await supervisor.request('engine.status', {})).toEqual({
    method: 'secrets.get',
    params: { origin: 'x' },
  });
});

test('a request under way rejects with engine_gone when the engine dies; the next one works', async () => {
  const { supervisor, states, pids } = supervise(
    `${leaves} process.on('message', () => process.kill(process.pid, 'SIGKILL')); ${ready}`,
    `${leaves} process.on('message', ({ id }) => process.send({ t: 'response', id, result: 'again' })); ${ready}`,
  );
  await expect(supervisor.request('engine.status', {})).rejects.toMatchObject({ code: 'engine_gone' });
  expect(await supervisor.request('engine.status', {})).toBe('again');
  expect(states).toEqual(['ready', 'restarting', 'ready']);
  expect(pids).toHaveLength(2);
});

test('after five quick failures it gives up, and tries again when told to', async () => {
  const scripts = [
    ...Array<string>(5).fill('process.exit(1)'),
    `${leaves} ${ready} setInterval(() => {}, 1000)`,
  ];
  const { supervisor, states } = supervise(...scripts);
  await vi.waitFor(() => expect(states.at(-1)).toBe('failed'), 15_000);
  await expect(supervisor.request('engine.status', {})).rejects.toMatchObject({ code: 'engine_gone' });
  supervisor.retry();
  await vi.waitFor(() => expect(states.at(-1)).toBe('ready'), 5000);
});

test('an engine that says its data is damaged is not started again by itself, and its reason is kept', async () => {
  const error = { code: 'storage_damaged', message: 'secagent.db is damaged' };
  const says = `process.send({ t: 'notify', method: 'failed', params: ${JSON.stringify(error)} }, () => process.exit(1));`;
  const { supervisor, states, pids } = supervise(says, `${leaves} ${ready} setInterval(() => {}, 1000)`);
  await vi.waitFor(() => expect(states.at(-1)).toBe('failed'), 5000);
  expect(supervisor.state.error).toEqual(error);
  expect(pids).toHaveLength(1);
  supervisor.retry();
  await vi.waitFor(() => expect(supervisor.state).toMatchObject({ state: 'ready', error: null }), 5000);
});

test('stopping ends an engine that ignores the end of its channel', async () => {
  const { supervisor, pids } = supervise(
    `process.on('disconnect', () => {}); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); ${ready}`,
  );
  await vi.waitFor(() => expect(supervisor.state.state).toBe('ready'));
  await supervisor.stop();
  expect(() => process.kill(pids[0] as number, 0)).toThrow();
});

test('a program that cannot be started at all counts as a failure', async () => {
  const states: EngineState[] = [];
  const supervisor = new EngineSupervisor({
    spawn: () => spawn('/nowhere/node', [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
    log: { follow: () => undefined, line: () => undefined },
    stateChanged: ({ state }) => states.push(state),
    notified: () => undefined,
    answer: async (method, params) => ({ method, params }),
  });
  running = supervisor;
  supervisor.start();
  await vi.waitFor(() => expect(states).toContain('restarting'), 5000);
});
