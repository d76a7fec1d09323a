import { beforeAll, expect, test } from 'vitest';
import { evalTool, withPlugin } from '../../../fixtures/test-plugins';

let plugin: Awaited<ReturnType<typeof withPlugin>>;
beforeAll(async () => {
  plugin = await withPlugin(evalTool);
  return () => plugin.dispose();
});
const run = (code: string) => plugin.hosts.callTool('p__run', { code });

test('URL and URLSearchParams', async () => {
  expect(
    await run(
      "const u = new URL('../图书?a=1&b=二#x', 'https://EXAMPLE.org:443/x/y'); return [u.href, u.searchParams.get('b'), URL.canParse('x'), [...new URLSearchParams({ q: 'a b' })], String(new URLSearchParams('a=1&a=2'))]",
    ),
  ).toEqual([
    'https://example.org/%E5%9B%BE%E4%B9%A6?a=1&b=%E4%BA%8C#x',
    '二',
    false,
    [['q', 'a b']],
    'a=1&a=2',
  ]);
});

test('text encoding, base64, structuredClone', async () => {
  expect(
    await run(
      "return [[...new TextEncoder().encode('积')], new TextDecoder().decode(new Uint8Array([231, 167, 175])), atob(btoa('hi')), new TextDecoder('utf-8', { fatal: true }).encoding]",
    ),
  ).toEqual([[231, 167, 175], '积', 'hi', 'utf-8']);
  expect(
    await run(
      'const s = { m: new Map([[1, new Set([2])]]), d: new Date(5), b: new Uint8Array([1]) }; s.self = s; const c = structuredClone(s); return [c !== s, c.self === c, c.m.get(1).has(2), c.d.getTime(), c.b[0]]',
    ),
  ).toEqual([true, true, true, 5, 1]);
  expect(
    await run('try { structuredClone(() => 1) } catch (e) { return [e.name, e instanceof DOMException] }'),
  ).toEqual(['DataCloneError', true]);
});

test('TextDecoder knows the encodings of East Asia, whole and in pieces', async () => {
  expect(
    await run(`const gb = new Uint8Array([0xb5, 0xe3, 0xc3, 0xfb, 0x81, 0x30, 0x81, 0x30]);
      const pieces = new TextDecoder('gb18030');
      let text = ''; for (const byte of gb) text += pieces.decode(new Uint8Array([byte]), { stream: true });
      text += pieces.decode();
      let fatal; try { new TextDecoder('gbk', { fatal: true }).decode(new Uint8Array([0xff])) } catch (error) { fatal = error.name }
      let unknown; try { new TextDecoder('klingon') } catch (error) { unknown = error.name }
      return [new TextDecoder('GB2312').decode(gb.subarray(0, 4)), text === new TextDecoder('gb18030').decode(gb), text.length,
        new TextDecoder('big5').encoding, new TextDecoder('shift_jis').decode(new Uint8Array([0x93, 0xfa])), fatal, unknown, TextDecoder.name]`),
  ).toEqual(['点名', true, 3, 'big5', '日', 'TypeError', 'RangeError', 'TextDecoder']);
});

test('timers: order, clearing, arguments, ref and unref, intervals', async () => {
  expect(
    await run(`const seen = [];
    setTimeout((x) => seen.push(x), 20, 'b'); setTimeout(() => seen.push('a'), 5);
    const gone = setTimeout(() => seen.push('no'), 5); clearTimeout(gone);
    const other = setTimeout(() => seen.push('no'), 5); clearTimeout(Number(other));
    let ticks = 0; await new Promise((resolve) => { const t = setInterval(() => { if (++ticks === 3) { clearInterval(t); resolve(); } }, 5); });
    const handle = setTimeout(() => {}, 1); setImmediate(() => seen.push('i')); queueMicrotask(() => seen.push('m'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    return [seen.sort(), ticks, handle.unref().hasRef(), handle.ref().hasRef(), typeof handle.unref]`),
  ).toEqual([['a', 'b', 'i', 'm'], 3, false, true, 'function']);
});

test('AbortController, AbortSignal.timeout, any, reason', async () => {
  expect(
    await run(`const c = new AbortController(); const seen = [];
    c.signal.addEventListener('abort', (event) => seen.push(event.type), { once: true }); c.signal.onabort = () => seen.push('on');
    const any = AbortSignal.any([c.signal, new AbortController().signal]); c.abort(new Error('why')); c.abort();
    const timed = AbortSignal.timeout(10); await new Promise((resolve) => timed.addEventListener('abort', resolve));
    let thrown; try { any.throwIfAborted() } catch (e) { thrown = e.message }
    return [seen, any.aborted, any.reason.message, thrown, timed.reason.name, AbortSignal.abort().reason.name, c.signal instanceof EventTarget]`),
  ).toEqual([['on', 'abort'], true, 'why', 'why', 'TimeoutError', 'AbortError', true]);
});

test('Headers, Request, Response', async () => {
  expect(
    await run(`const r = new Response('图书', { status: 201, headers: { 'X-A': '1' } });
    const copy = r.clone(); const q = new Request('https://x.org/a', { method: 'post', body: new URLSearchParams({ a: '1' }) });
    return [r.ok, r.status, r.headers.get('x-a'), await r.text(), r.bodyUsed, new Uint8Array(await copy.arrayBuffer()).length,
      q.method, q.url, q.headers.get('content-type'), await q.text(), (await Response.json({ a: 1 }).json()).a,
      await r.text().catch((e) => e.name), [...new Headers([['b', '2'], ['a', '1']])].length]`),
  ).toEqual([
    true,
    201,
    '1',
    '图书',
    true,
    6,
    'POST',
    'https://x.org/a',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'a=1',
    1,
    'TypeError',
    2,
  ]);
});

test('crypto and performance', async () => {
  expect(
    await run(`const a = crypto.getRandomValues(new Uint8Array(5000)); const id = crypto.randomUUID(); const t = performance.now();
    return [new Set(a).size > 200, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id), id !== crypto.randomUUID(), t >= 0, performance.now() >= t]`),
  ).toEqual([true, true, true, true, true]);
});

test('globals can be replaced, as in a browser, and console has the usual methods', async () => {
  expect(
    await run(
      "globalThis.fetch = 5; const was = fetch; globalThis.window = globalThis; console.table([1]); console.group('g'); console.assert(false, 'a'); console.time(); console.timeEnd(); console.groupEnd(); return [was, typeof window]",
    ),
  ).toEqual([5, 'object']);
  await expect.poll(() => plugin.logText()).toContain('Assertion failed a');
});
