import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { fetch as undiciFetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { evalTool, startPlugin } from '../../../../fixtures/test-plugins';
import { guardedAgent, type Lookup } from './guarded-agent';
import { type FetchOne, pluginFetch } from './plugin-fetch';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => handler(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const echo: Handler = (request, response, body) => {
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
};

test('fetch: headers, bodies, bytes, abort, as global and as api.fetch (S19)', async () => {
  const base = await serve((request, response, body) => {
    if (request.url === '/slow') return;
    if (request.url === '/bytes') return void response.end(Buffer.from([0, 255, 128, 231]));
    if (request.url === '/status') return void response.writeHead(404, 'Nope').end('没有');
    echo(request, response, body);
  });
  const { hosts } = await startPlugin(evalTool);
  const run = (code: string) => hosts.callTool('p__run', { code: code.replaceAll('BASE', base) });
  expect(
    await run(
      "const r = await fetch('BASE/a?b=1', { method: 'POST', headers: { 'X-Mine': '1', Host: 'evil', 'Content-Length': '1' }, body: JSON.stringify({ 积: 1 }) }); return { ...(await r.json()), ok: r.ok, url: r.url, type: r.headers.get('content-type') }",
    ),
  ).toMatchObject({
    ok: true,
    url: `${base}/a?b=1`,
    type: 'application/json',
    method: 'POST',
    body: '{"积":1}',
    headers: { 'x-mine': '1', host: base.slice(7), 'user-agent': 'SecAgent' },
  });
  expect(
    await run("return [...new Uint8Array(await (await api.fetch(new URL('BASE/bytes'))).arrayBuffer())]"),
  ).toEqual([0, 255, 128, 231]);
  expect(
    await run("const r = await fetch('BASE/status'); return [r.status, r.statusText, r.ok, await r.text()]"),
  ).toEqual([404, 'Nope', false, '没有']);
  expect(
    await run(
      "return fetch('BASE/slow', { signal: AbortSignal.timeout(50) }).catch((e) => [e.name, e instanceof DOMException])",
    ),
  ).toEqual(['TimeoutError', true]);
  expect(
    await run(
      "return fetch('http://127.0.0.1:1/').catch((e) => [e instanceof TypeError, e.code, e.message])",
    ),
  ).toEqual([true, 'fetch_failed', expect.stringContaining('fetch failed')]);
});

test('security/11-fetch: schemes, private addresses in every spelling, localhost, credentials in URLs', async () => {
  const { hosts } = await startPlugin(evalTool);
  const urls = [
    'ftp://example.org/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://user:pass@example.org/',
    'http://localhost:80/',
    'http://localhost./',
    'http://x.localhost/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0/',
    'http://0.0.0.0/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[64:ff9b::7f00:1]/',
  ];
  const code = `const codes = []; for (const url of ${JSON.stringify(urls)}) codes.push(await fetch(url).then(() => 'reached', (error) => error.code)); return codes`;
  const codes = (await hosts.callTool('p__run', { code })) as string[];
  expect(urls.map((url, index) => [url, codes[index]])).toEqual(urls.map((url) => [url, 'fetch_refused']));
});

const through = (lookup: Lookup): FetchOne => {
  const dispatcher = guardedAgent({ lookup });
  onTestFinished(() => void dispatcher.destroy());
  return (url, init) =>
    undiciFetch(url, {
      ...init,
      body: init.body ?? null,
      redirect: 'manual',
      dispatcher,
    } as never) as unknown as Promise<Response>;
};
const ask = (url: string, more: object = {}) => ({
  url,
  method: 'GET',
  headers: [] as [string, string][],
  redirect: 'follow' as const,
  body: undefined,
  hosts: null,
  signal: new AbortController().signal,
  ...more,
});

test('security/11-dns: a name that resolves to a private or loopback address is refused, also with one bad among good', async () => {
  const answers =
    (addresses: string[]): Lookup =>
    (_name, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  for (const addresses of [
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['1.1.1.1', '192.168.1.1'],
    ['::ffff:127.0.0.1'],
    [],
  ]) {
    await expect(pluginFetch(ask('http://rebind.test/'), through(answers(addresses)))).rejects.toMatchObject({
      code: 'fetch_refused',
      message: expect.not.stringContaining(addresses[0] ?? 'x'),
    });
  }
});

test('security/11-dns: a name is resolved once per connection, and that answer is the one used', async () => {
  let asked = 0;
  const changing: Lookup = (_name, callback) =>
    callback(null, [{ address: asked++ === 0 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
  await expect(pluginFetch(ask('http://rebind.test/'), through(changing))).rejects.toMatchObject({
    code: 'fetch_refused',
  });
  expect(asked).toBe(1);
});

test('security/11-redirects: every hop is judged; credentials stay with their origin; methods change as they should', async () => {
  const other = await serve(echo);
  const base = await serve((request, response, body) => {
    const to = new URL(request.url ?? '', 'http://x').searchParams.get('to');
    const status = Number(new URL(request.url ?? '', 'http://x').searchParams.get('status') ?? 302);
    if (to) response.writeHead(status, { location: to }).end();
    else echo(request, response, body);
  });
  const fetchOne = through((_name, callback) => callback(new Error('no DNS here'), []));
  const go = (to: string, more: object = {}, status = 302) =>
    pluginFetch(ask(`${base}/?to=${encodeURIComponent(to)}&status=${status}`, more), fetchOne);
  for (const to of [
    'http://10.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'file:///etc/passwd',
    'http://localhost/',
  ]) {
    await expect(go(to)).rejects.toMatchObject({ code: 'fetch_refused' });
  }
  const headers: [string, string][] = [
    ['authorization', 'secret'],
    ['cookie', 'a=b'],
    ['x-mine', '1'],
  ];
  const seen = async (result: ReturnType<typeof go>) =>
    JSON.parse(Buffer.from((await result).body).toString());
  expect((await seen(go(`${other}/x`, { headers }))).headers).not.toHaveProperty('authorization');
  expect((await seen(go(`${other}/x`, { headers }))).headers).toMatchObject({ 'x-mine': '1' });
  expect((await seen(go('/same', { headers }))).headers).toMatchObject({ authorization: 'secret' });
  const body = new TextEncoder().encode('body');
  expect(await seen(go('/x', { method: 'POST', body }))).toMatchObject({ method: 'GET', body: '' });
  expect(await seen(go('/x', { method: 'POST', body }, 307))).toMatchObject({ method: 'POST', body: 'body' });
  expect((await go('/x', { redirect: 'manual' })).answer.status).toBe(302);
  await expect(go('/x', { redirect: 'error' })).rejects.toMatchObject({ code: 'fetch_failed' });
  const loop = await serve((_request, response) => void response.writeHead(302, { location: '/' }).end());
  await expect(pluginFetch(ask(loop), fetchOne)).rejects.toMatchObject({
    code: 'fetch_failed',
    message: expect.stringContaining('redirects'),
  });
  // From the internet to this computer: not even by a redirect.
  const outside: FetchOne = async () =>
    new Response(null, { status: 302, headers: { location: `${base}/` } });
  await expect(pluginFetch(ask('http://1.1.1.1/'), outside)).rejects.toMatchObject({ code: 'fetch_refused' });
});

test('security/11-sizes: large answers at once wait for each other in the engine, which holds a bounded part of them', async () => {
  const base = await serve((_, response) => void response.end(Buffer.alloc(24 * 1024 * 1024)));
  const { hosts } = await startPlugin(evalTool);
  // Their bytes are dropped one by one in the plugin, whose own memory would not hold all of them.
  const answers = await hosts.callTool('p__run', {
    code: `return Promise.all(Array.from({ length: 16 }, async () => (await fetch('${base}')).headers.get('content-length')))`,
  });
  expect(answers).toEqual(Array(16).fill(String(24 * 1024 * 1024)));
  expect(hosts.status('p')?.stats.restarts).toBe(0);
});

test('security/11-sizes: 25 MiB are counted after decompression; time is bounded', async () => {
  const bomb = gzipSync(Buffer.alloc(26 * 1024 * 1024 + 1));
  const base = await serve((request, response) => {
    if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip').end(bomb);
    else response.write('never ends');
  });
  const fetchOne = through((_name, callback) => callback(new Error('no DNS here'), []));
  await expect(pluginFetch(ask(`${base}/bomb`), fetchOne)).rejects.toMatchObject({ code: 'quota_exceeded' });
  await expect(pluginFetch(ask(`${base}/slow`), fetchOne, 200)).rejects.toMatchObject({
    code: 'fetch_failed',
    message: expect.stringContaining('0.2 s'),
  });
});
