import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostPids } from '../../../fixtures/host-processes';
import { startPlugins, type TestHosts } from '../../../fixtures/test-plugins';

/**
 * A plugin that keeps a diary of everything that reaches it: each call notes its number when it begins and, stored before
 * it answers, in its configuration, which outlives process and engine.
 */
const DIARY = `export function activate(api) {
  const note = (line) => api.setConfig({ lines: [...(api.getConfig().lines ?? []), line] });
  for (const name of ['base_a', 'base_b']) api.registerTool({ name, description: '', inputSchema: {} }, () => name);
  api.registerTool({ name: 'work', description: '', inputSchema: {} }, async ({ id }) => { await note(id); return { id }; });
  api.registerTool({ name: 'wait', description: '', inputSchema: {} }, async ({ id }, { signal }) => {
    await note(id);
    await new Promise((done) => signal.aborted ? done() : signal.addEventListener('abort', done, { once: true }));
    await note('aborted ' + id);
    return { id };
  });
  api.registerTool({ name: 'change', description: '', inputSchema: {} }, ({ add, remove, sweep }) => {
    for (const name of remove) api.unregisterTool(name);
    for (const name of [...add, ...sweep]) api.registerTool({ name, description: '', inputSchema: {} }, () => name);
    if (sweep.length > 0) { for (const name of sweep) api.unregisterTool(name); for (const name of sweep) api.registerTool({ name, description: '', inputSchema: {} }, () => name); }
  });
}`;
const BASE = ['base_a', 'base_b', 'work', 'wait', 'change'];

const name = fc.constantFrom('x', 'y', 'z');
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('work' as const), at_once: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cancel' as const), after: fc.constantFrom(0, 1, 5) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      add: fc.uniqueArray(name),
      remove: fc.uniqueArray(name),
      sweep: fc.uniqueArray(name),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'kill' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'killBusy' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'newEngine' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One run: the real hosts, and what must be true of them. */
class Run {
  #started!: TestHosts;
  readonly #configs = new Map<string, Record<string, unknown>>();
  readonly #revisions = new Map<string, number>();
  #lastId = 0;
  /** names the plugin registered since its process began, in order */
  #registered: string[] = [];
  /** calls whose answer arrived; calls that may or may not have begun when their process was killed */
  readonly #answered: number[] = [];
  readonly #lost = new Set<number>();
  readonly #cancelled: number[] = [];
  /** taken back, and still serving for 2 s (S11) */
  #leaving = new Set<string>();

  async begin(): Promise<void> {
    this.#started = await startPlugins(
      [{ main: DIARY }],
      { restarts: { maxCrashes: 1_000, backoffMs: [0] } },
      this.#configs,
      this.#revisions,
    );
    this.#registered = [];
    this.#leaving.clear();
  }

  async take(next: Step): Promise<void> {
    const { hosts } = this.#started;
    switch (next.do) {
      case 'work': {
        const ids = Array.from({ length: next.at_once }, () => ++this.#lastId);
        const answers = await Promise.all(ids.map((id) => hosts.callTool('p__work', { id })));
        expect(answers).toEqual(ids.map((id) => ({ id })));
        this.#answered.push(...ids);
        break;
      }
      case 'cancel': {
        const id = ++this.#lastId;
        const controller = new AbortController();
        const call = hosts.callTool('p__wait', { id }, controller.signal);
        const ended = expect(call).rejects.toMatchObject({ code: 'stopped' });
        await new Promise((done) => setTimeout(done, next.after));
        controller.abort();
        await ended;
        this.#cancelled.push(id);
        // What was asked later has been answered, so it has begun by now or never will.
        await this.take({ do: 'work', at_once: 1 });
        await expect
          .poll(() => !this.#lines().includes(id) || this.#lines().includes(`aborted ${id}`), {
            timeout: 15_000,
          })
          .toBe(true);
        break;
      }
      case 'change': {
        await hosts.callTool('p__change', { add: next.add, remove: next.remove, sweep: next.sweep });
        for (const gone of next.remove) if (this.#registered.includes(gone)) this.#leaving.add(gone);
        for (const added of [...next.add, ...next.sweep]) {
          this.#leaving.delete(added);
          if (!this.#registered.includes(added)) this.#registered.push(added);
        }
        break;
      }
      case 'kill':
        await this.#kill();
        break;
      case 'killBusy': {
        const ids = [++this.#lastId, ++this.#lastId];
        const calls = ids.map((id) => hosts.callTool(id === ids[0] ? 'p__work' : 'p__wait', { id }));
        const ends = calls.map((call) =>
          call.then(
            () => 'answered',
            (error) => error.code,
          ),
        );
        await this.#kill();
        const [work, wait] = await Promise.all(ends);
        expect(wait).toBe('plugin_crashed');
        if (work === 'answered') this.#answered.push(ids[0] as number);
        else this.#lost.add(ids[0] as number);
        this.#lost.add(ids[1] as number);
        break;
      }
      case 'restart': {
        const before = hosts.status('p')?.stats.restarts ?? 0;
        hosts.restart('p');
        await expect
          .poll(() => hosts.status('p'), { timeout: 15_000 })
          .toMatchObject({ state: 'ready', stats: { restarts: before + 1 } });
        this.#registered = [];
        this.#leaving.clear();
        break;
      }
      case 'newEngine':
        await hosts.dispose();
        await this.begin();
    }
    this.check();
  }

  check(): void {
    const { hosts } = this.#started;
    const names = hosts.tools('p').map((tool) => tool.name);
    const staying = (list: string[]) => list.filter((one) => !this.#leaving.has(one));
    // No duplicates, nothing of an earlier process; what was taken back may serve on for 2 s.
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(0, BASE.length)).toEqual(BASE);
    expect(staying(names).sort()).toEqual(staying([...BASE, ...this.#registered]).sort());
    expect(names.every((one) => BASE.includes(one) || this.#registered.includes(one))).toBe(true);
    const lines = this.#lines();
    const begun = lines.filter((line) => typeof line === 'number');
    expect(new Set(lines).size).toBe(lines.length);
    for (const id of this.#answered) expect(begun).toContain(id);
    // In order: calls of one step run side by side, but never before those of a step that was answered.
    expect(begun.filter((id) => this.#answered.includes(id))).toEqual(
      [...this.#answered].sort((a, b) => a - b),
    );
    for (const id of begun)
      expect(this.#answered.includes(id) || this.#lost.has(id) || this.#cancelled.includes(id)).toBe(true);
  }

  #lines(): (number | string)[] {
    return (this.#configs.get('p')?.lines ?? []) as (number | string)[];
  }

  async #kill(): Promise<void> {
    const { hosts, package: unpack } = this.#started;
    const before = hosts.status('p')?.stats.restarts ?? 0;
    for (const pid of hostPids(unpack({ main: DIARY }).directory)) process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => hosts.status('p'), { interval: 5, timeout: 15_000 })
      .toMatchObject({ state: 'ready', stats: { restarts: before + 1 } });
    this.#registered = [];
    this.#leaving.clear();
  }
}

test('registrations, calls and cancellations happen exactly once and in order, whatever dies in between', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const run = new Run();
      await run.begin();
      for (const next of steps) await run.take(next);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
