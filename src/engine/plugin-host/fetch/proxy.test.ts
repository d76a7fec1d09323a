import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../../../fixtures/certificates';
import { install, startEngine } from '../../../../fixtures/engine';
import { startProxyServer } from '../../../../fixtures/proxy-server';
import { temporaryFolder } from '../../../../fixtures/temporary';
import { nativePackage } from '../../../../fixtures/zip';
import type { NetworkSettings } from '../../../shared/settings';
import type { EngineOptions } from '../..';
import { judgeBeforeProxy, type Lookup } from './guarded-agent';

/** A plugin that fetches what it is told to, in an engine of its own. */
async function plugin(options: Partial<EngineOptions>, proxy?: NetworkSettings['proxy']) {
  const engine = startEngine(options);
  if (proxy) {
    engine.settings.update((settings) => {
      settings.network.proxy = proxy;
    });
  }
  const main = `export function activate(api) {
    api.registerTool({ name: 'get', description: '', inputSchema: { type: 'object' } }, async ({ url }) => {
      try {
        const response = await fetch(url);
        return [response.status, await response.text()];
      } catch (error) {
        return [error.code, error.message];
      }
    });
  }`;
  await install(engine, nativePackage({ manifest: { permissions: ['agent.tools', 'network.http'] }, main }));
  return { engine, get: (url: string) => engine.hosts.callTool('sample__get', { url }) };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const hello: RequestListener = (request, response) =>
  response.end(request.headers['proxy-authorization'] ? 'leaked' : `hello ${request.headers.host}`);

async function school(user?: string) {
  const authority = createAuthority();
  const authorities = join(temporaryFolder(), 'school.pem');
  writeFileSync(authorities, authority.cert);
  const proxy = await startProxyServer(user ? { user } : {});
  onTestFinished(() => proxy.close());
  const plain = await listen(createServer(hello));
  const tls = await listen(createTlsServer(authority.issue(['data.school.test']), hello));
  return {
    proxy,
    authorities,
    plain: `http://data.school.test:${plain}/`,
    tls: `https://data.school.test:${tls}/`,
  };
}

test('plugins fetch through the proxy of the environment, trusting the school’s authority (X5)', async () => {
  const { proxy, authorities, plain, tls } = await school();
  const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authorities };
  const { get } = await plugin({ env });
  expect(await get(plain)).toEqual([200, `hello ${new URL(plain).host}`]);
  expect(await get(tls)).toEqual([200, `hello ${new URL(tls).host}`]);
  expect(proxy.seen).toEqual([`GET ${plain}`, `CONNECT ${new URL(tls).host}`]);
});

test('… through the one of the settings, with the password that is kept for it, and through the system’s', async () => {
  const { proxy, authorities, plain, tls } = await school('pupil:p@ss word');
  const env = { NODE_EXTRA_CA_CERTS: authorities };
  const secrets = { get: async (origin: string) => (origin === proxy.url ? 'pupil:p@ss word' : null) };
  const manual = { mode: 'manual' as const, url: proxy.url, bypass: [] };
  const { get } = await plugin({ env, secrets }, manual);
  expect(await get(plain)).toEqual([200, `hello ${new URL(plain).host}`]);
  const asked: string[] = [];
  const resolveProxy = async (url: string) => {
    asked.push(url);
    return `PROXY ${new URL(proxy.url).host}; DIRECT`;
  };
  const { get: bySystem } = await plugin({ env, secrets, resolveProxy });
  expect(await bySystem(tls)).toEqual([200, `hello ${new URL(tls).host}`]);
  expect(asked).toEqual([tls]);
});

test('what goes wrong has a name, and not the address of the proxy', async () => {
  const { proxy, authorities, plain, tls } = await school('pupil:secret');
  const gone = { mode: 'manual' as const, url: 'http://127.0.0.1:2', bypass: [] };
  const manual = { mode: 'manual' as const, url: proxy.url, bypass: [] };
  const { get, engine } = await plugin({ env: { NODE_EXTRA_CA_CERTS: authorities } }, manual);
  const asks = 'fetch failed: the proxy asks for a user name and password (PROXY_AUTH)';
  expect(await get(plain)).toEqual(['fetch_failed', asks]);
  expect(await get(tls)).toEqual(['fetch_failed', asks]);
  engine.settings.update((settings) => {
    settings.network.proxy = gone;
  });
  expect(await get(plain)).toEqual([
    'fetch_failed',
    "fetch failed: the proxy can't be reached (ECONNREFUSED)",
  ]);
  const open = await school();
  const { get: untrusting } = await plugin({}, { mode: 'manual', url: open.proxy.url, bypass: [] });
  expect(await untrusting(open.tls)).toEqual([
    'fetch_failed',
    'fetch failed: UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ]);
});

test('security/11-proxy: this computer and private addresses are not reached by way of a proxy', async () => {
  const { proxy, plain } = await school();
  const { get, engine } = await plugin({}, { mode: 'manual', url: proxy.url, bypass: [] });
  const port = new URL(plain).port;
  // A program on this computer, by its address: directly, as without a proxy.
  expect(await get(`http://127.0.0.1:${port}/`)).toEqual([200, `hello 127.0.0.1:${port}`]);
  for (const host of [
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '0xa9fea9fe',
    'localhost',
    'printer',
    'nas.local',
    'db.internal',
    'box.home.arpa',
  ]) {
    expect([host, (await get(`http://${host}:${port}/`)) as unknown[]]).toMatchObject([
      host,
      ['fetch_refused', expect.any(String)],
    ]);
  }
  expect(proxy.seen).toEqual([]);
  // What is bypassed meets the same rules on the direct way.
  engine.settings.update((settings) => {
    settings.network.proxy = { mode: 'manual', url: proxy.url, bypass: ['*'] };
  });
  expect(await get(`http://10.0.0.1:${port}/`)).toEqual(['fetch_refused', expect.any(String)]);
});

test('security/11-proxy: a name this computer knows as private is refused before the proxy hears of it', async () => {
  const knows =
    (...addresses: string[]): Lookup =>
    (_, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const refused = expect.objectContaining({ code: 'fetch_refused' });
  const judge = (lookup: Lookup) => judgeBeforeProxy(new URL('https://intranet.example.org/'), lookup);
  await expect(judge(knows('10.1.2.3'))).rejects.toThrow(refused);
  await expect(judge(knows('1.1.1.1', '127.0.0.1'))).rejects.toThrow(refused);
  await expect(judge(knows('1.1.1.1', '2606:4700::1111'))).resolves.toBeUndefined();
  // Behind a proxy the computer itself often knows no outside names.
  await expect(judge((_, callback) => callback(new Error('ENOTFOUND'), []))).resolves.toBeUndefined();
});
