import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { evalTool, startPlugin } from '../../../fixtures/test-plugins';

/** What waits outside the isolate's heap is paid for: no loop and no changed built-in gets more (ATTACKS 4, 6). */
const deadlines = { tool: 800, background: 800 };

async function attacked(code: string, ms = 800) {
  const started = await startPlugin(evalTool, { deadlines, restarts: { backoffMs: [20] } });
  const { hosts } = started;
  const { directory } = started.package({});
  const before = process.memoryUsage().rss;
  const outcome = hosts.callTool('p__run', { code }).catch((error) => error.code);
  let most = 0;
  let toolCharacters = 0;
  for (const end = performance.now() + ms; performance.now() < end; ) {
    most = Math.max(most, residentBytes(directory));
    const sizes = hosts.tools().map((tool) => JSON.stringify(tool).length);
    toolCharacters = Math.max(toolCharacters, ...sizes, 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ...started,
    outcome: await outcome,
    hostBytes: most,
    engineBytes: process.memoryUsage().rss - before,
    toolCharacters,
  };
}

/** As the operating system sees it: a process that is swamped answers no question. */
function residentBytes(directory: string): number {
  const lines = execFileSync('ps', ['-eo', 'rss,args'], { encoding: 'utf8' }).split('\n');
  const own = lines.filter(
    (line) => line.includes(`--allow-fs-read=${directory}`) && line.includes('--permission'),
  );
  return Math.max(0, ...own.map((line) => Number.parseInt(line, 10) * 1_024));
}

const loops: Record<string, string> = {
  'timers that are each due sooner':
    'let ms = 2 ** 31 - 1; for (;;) clearTimeout(setTimeout(() => {}, (ms -= 20)));',
  '… between microtasks':
    'let ms = 2 ** 31 - 1; for (;;) { clearTimeout(setTimeout(() => {}, (ms -= 20))); await null; }',
  '… by a clock of its own':
    'let t = 2e12; Date.now = () => (t -= 1e3); for (;;) clearTimeout(setTimeout(() => {}, 1));',
  'requests that are aborted at once': `for (;;) { const c = new AbortController();
      fetch('http://192.0.2.1/', { signal: c.signal }).catch(() => {}); c.abort(); await null; }`,
  'a signal that aborts for ever': `Map.prototype.delete = () => true; let abort;
      fetch('http://192.0.2.1/', { signal: { throwIfAborted() {}, removeEventListener() {}, addEventListener: (type, f) => { abort = f; } } }).catch(() => {});
      for (;;) abort?.();`,
  'bodies that are shorter than nothing': `const proto = Object.getPrototypeOf(Uint8Array.prototype);
      Object.defineProperty(proto, 'byteLength', { get: () => -1e12 });
      fetch('http://192.0.2.1/', { method: 'POST', body: 'x' }).catch(() => {}); await null;
      Math.min = () => Infinity; for (;;) console.log('x'.repeat(8000));`,
  'bodies that are a small view of much': `const Original = Uint8Array; const much = new ArrayBuffer(2e7);
      globalThis.Uint8Array = function () { return new Original(much, 0, 1); };
      for (;;) fetch('http://192.0.2.1/', { method: 'POST', body: new ArrayBuffer(1) }).catch(() => {});`,
  'built-ins that agree to everything': `Set.prototype.has = () => true; Math.min = Math.max = () => Infinity; Date.now = () => 0;
      Object.defineProperty(Map.prototype, 'size', { get: () => 0 });
      for (let n = 0; ; n++) try { console.log('x'.repeat(8000)); api.setStatus('s' + n); } catch {}`,
};

test.each(Object.keys(loops))(
  'security/6-credit: %s: the process stays small and so does the engine',
  async (name) => {
    const { hostBytes, engineBytes, hosts } = await attacked(loops[name] as string);
    expect(hostBytes).toBeLessThan(250e6);
    expect(engineBytes).toBeLessThan(150e6);
    expect(hosts.status('p')?.error?.message ?? '').not.toContain('MB');
  },
);

test('security/6-credit: of many large results at once some get through, and none is lost without a word', async () => {
  const { hosts } = await startPlugin(
    `${evalTool} let go; const all = new Promise((resolve) => { go = resolve; });
    api.registerTool({ name: 'wait', description: '', inputSchema: {} }, ({ size }) => all.then(() => 'x'.repeat(size)));
    api.registerTool({ name: 'go', description: '', inputSchema: {} }, () => { go(); });`,
    { deadlines: { tool: 10_000 } },
  );
  const call = (size: number) => hosts.callTool('p__wait', { size }).catch(({ code }) => code);
  const calls = [...Array(20).fill(3e6), 5e6].map(call);
  await hosts.callTool('p__go', {});
  const outcomes = (await Promise.all(calls)).map((outcome) => String(outcome).replace(/x+/, 'x'));
  expect(outcomes.pop()).toBe('message_too_large');
  expect(new Set(outcomes)).toEqual(new Set(['x', 'quota_exceeded']));
  await hosts.refreshStats();
  expect(hosts.status('p')?.stats).toMatchObject({ restarts: 0 });
  expect(hosts.status('p')?.stats.rssBytes).toBeLessThan(350e6);
  expect(await call(10)).toBe('x'.repeat(10));
});

test('security/6-schemas: a schema over 64 KiB is refused although JSON.parse was replaced', async () => {
  const { toolCharacters, engineBytes } = await attacked(
    `const { parse } = JSON; const big = { type: 'object', x: 'x'.repeat(3e6) };
    JSON.parse = (text, ...rest) => (text.includes('"small"') ? big : parse(text, ...rest));
    let n = 0; setInterval(() => { try { api.registerTool({ name: 't' + n++, description: '', inputSchema: { title: 'small' } }, () => 1); } catch {} }, 1);`,
  );
  expect(toolCharacters).toBeLessThan(66_000);
  expect(engineBytes).toBeLessThan(150e6);
});

test('security/6-registrations: what one plugin registers is at most 4 Mi characters in all', async () => {
  const { hosts } = await startPlugin(evalTool);
  const code = `let n = 0; try { for (; n < 400; n++) api.registerTool({ name: 't' + n, description: '', inputSchema: { title: 'x'.repeat(65000) } }, () => 1); }
    catch (error) { return [n, error.code, error.message]; }`;
  const [count, error, message] = (await hosts.callTool('p__run', { code })) as [number, string, string];
  expect(error).toBe('quota_exceeded');
  expect(message).toContain('in all');
  expect(count).toBeGreaterThan(50);
  expect(count).toBeLessThan(66);
  expect(hosts.status('p')?.state).toBe('ready');
});
