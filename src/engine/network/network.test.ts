import { writeFileSync } from 'node:fs';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuthority, selfSigned, type TestCertificate } from '../../../fixtures/certificates';
import { startProxyServer } from '../../../fixtures/proxy-server';
import { temporaryFolder } from '../../../fixtures/temporary';
import type { NetworkSettings } from '../../shared/settings';
import { createNetworkFetch, type NetworkOptions, networkFailure } from '.';
import { routesTo } from './routes';

const system: NetworkSettings = { proxy: { mode: 'system' }, systemCertificates: true };

function network(options: Partial<NetworkOptions> & { network?: NetworkSettings } = {}) {
  return createNetworkFetch({ settings: () => options.network ?? system, env: {}, ...options });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const hello: RequestListener = (request, response) => response.end(`hello ${request.headers.host}`);
const serve = (listener: RequestListener = hello) => listen(createHttp(listener));
const serveTls = (certificate: TestCertificate) => listen(createHttps(certificate, hello));

async function proxy(options?: { user?: string }) {
  const server = await startProxyServer(options);
  onTestFinished(() => server.close());
  return server;
}

async function failureOf(answer: Promise<unknown>) {
  const error = networkFailure(await answer.catch((thrown: unknown) => thrown));
  return { code: error?.code, proxy: error?.proxy };
}

describe('proxies (X5)', () => {
  it('goes through the one the environment names, for http and https', async () => {
    const { url, seen } = await proxy();
    const authority = createAuthority();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'ca.pem'), authority.cert);
    const env = { HTTP_PROXY: url, HTTPS_PROXY: url, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
    const fetch = network({ env });
    const plain = await serve();
    expect(await (await fetch(`http://models.school.test:${plain}/v1`)).text()).toBe(
      `hello models.school.test:${plain}`,
    );
    const tls = await serveTls(authority.issue(['models.school.test']));
    expect(await (await fetch(`https://models.school.test:${tls}/v1`)).text()).toBe(
      `hello models.school.test:${tls}`,
    );
    expect(seen).toEqual([`GET http://models.school.test:${plain}/v1`, `CONNECT models.school.test:${tls}`]);
  });

  it('goes straight to this computer, and to what is to be bypassed', async () => {
    const { url, seen } = await proxy();
    const port = await serve();
    const manual: NetworkSettings = {
      proxy: { mode: 'manual', url, bypass: ['*.localtest.invalid'] },
      systemCertificates: true,
    };
    expect((await network({ network: manual })(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect((await network({ env: { HTTP_PROXY: url } })(`http://localhost:${port}/`)).status).toBe(200);
    await failureOf(network({ network: manual })(`http://a.localtest.invalid:${port}/`));
    await failureOf(network({ env: { HTTP_PROXY: url, NO_PROXY: 'invalid' } })(`http://b.invalid:${port}/`));
    await failureOf(
      network({ network: { ...system, proxy: { mode: 'none' } }, env: { HTTP_PROXY: url } })(
        `http://c.invalid/`,
      ),
    );
    expect(seen).toEqual([]);
  });

  it('asks the operating system, and tries what it says in that order', async () => {
    const { url, seen } = await proxy();
    const port = await serve();
    const asked: string[] = [];
    const fetch = network({
      resolveProxy: async (target) => {
        asked.push(target);
        return `PROXY 127.0.0.1:2; PROXY ${new URL(url).host}; DIRECT`;
      },
    });
    expect((await fetch(`http://models.test:${port}/x`)).status).toBe(200);
    expect(asked).toEqual([`http://models.test:${port}/x`]);
    expect(seen).toEqual([`GET http://models.test:${port}/x`]);
  });

  it.each(['http', 'https'])(
    'names a proxy that wants a password, for %s, and gives one it has',
    async (scheme) => {
      const { url } = await proxy({ user: 'pupil:p@ss' });
      const manual: NetworkSettings = {
        proxy: { mode: 'manual', url, bypass: [] },
        systemCertificates: true,
      };
      const port = await serve();
      expect(await failureOf(network({ network: manual })(`${scheme}://models.test:${port}/`))).toEqual({
        code: 'PROXY_AUTH',
        proxy: url,
      });
      const fetch = network({
        network: manual,
        proxyCredentials: async (origin) => (origin === url ? 'pupil:p@ss' : null),
      });
      if (scheme === 'http') expect((await fetch(`http://models.test:${port}/`)).status).toBe(200);
      else expect((await failureOf(fetch(`https://models.test:${port}/`))).proxy).toBeNull();
    },
  );

  it('tells a proxy that is not there from a server that is not there', async () => {
    const manual = (url: string): NetworkSettings => ({
      proxy: { mode: 'manual', url, bypass: [] },
      systemCertificates: true,
    });
    expect(
      await failureOf(network({ network: manual('http://127.0.0.1:2') })('https://models.test/')),
    ).toEqual({
      code: 'ECONNREFUSED',
      proxy: 'http://127.0.0.1:2',
    });
    expect(await failureOf(network()('http://127.0.0.1:2/'))).toEqual({ code: 'ECONNREFUSED', proxy: null });
    expect((await failureOf(network()('http://models.invalid/'))).code).toMatch(/ENOTFOUND|EAI_AGAIN/);
  });

  it('understands SOCKS, ports and stars', async () => {
    const routes = async (url: string, sources: Partial<Parameters<typeof routesTo>[1]>) =>
      (await routesTo(new URL(url), { settings: system, env: {}, ...sources })).map(String);
    expect(await routes('https://a.test/', { resolveProxy: async () => 'SOCKS5 p:1080; DIRECT' })).toEqual([
      'socks5://p:1080',
      'direct',
    ]);
    expect(await routes('https://a.test/', { resolveProxy: async () => 'nonsense' })).toEqual(['direct']);
    expect(await routes('https://a.test/', { env: { https_proxy: 'p:8080' } })).toEqual(['http://p:8080/']);
    expect(await routes('https://a.test/', { env: { ALL_PROXY: 'p:8080', NO_PROXY: '*' } })).toEqual([
      'direct',
    ]);
    expect(await routes('https://a.test/', { env: { ALL_PROXY: 'p:8080', NO_PROXY: 'a.test:80' } })).toEqual([
      'http://p:8080/',
    ]);
  });
});

describe('certificates (X5)', () => {
  it('trusts an authority from NODE_EXTRA_CA_CERTS, and names what is wrong with others', async () => {
    const authority = createAuthority();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'ca.pem'), authority.cert);
    const trusting = network({ env: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } });
    const good = await serveTls(authority.issue(['localhost']));
    expect((await trusting(`https://localhost:${good}/`)).status).toBe(200);
    expect(await failureOf(network()(`https://localhost:${good}/`))).toEqual({
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      proxy: null,
    });
    const expired = await serveTls(
      authority.issue(['localhost'], { notAfter: new Date(Date.now() - 86_400_000) }),
    );
    expect((await failureOf(trusting(`https://localhost:${expired}/`))).code).toBe('CERT_HAS_EXPIRED');
    const other = await serveTls(authority.issue(['other.test']));
    expect((await failureOf(trusting(`https://localhost:${other}/`))).code).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
    const own = await serveTls(selfSigned('localhost'));
    expect((await failureOf(trusting(`https://localhost:${own}/`))).code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });
});

describe('time and redirects', () => {
  it('gives up when nothing comes, and stops when told to', async () => {
    const port = await serve(() => undefined);
    const impatient = network({ timeouts: { firstByte: 300 } });
    expect((await failureOf(impatient(`http://127.0.0.1:${port}/`))).code).toBe('UND_ERR_HEADERS_TIMEOUT');
    const controller = new AbortController();
    const answer = network()(`http://127.0.0.1:${port}/`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });

  it('never follows a redirect by itself', async () => {
    const port = await serve((_, response) => response.writeHead(307, { location: '/elsewhere' }).end());
    const response = await network()(`http://127.0.0.1:${port}/`);
    expect([response.status, response.headers.get('location')]).toEqual([307, '/elsewhere']);
  });
});
