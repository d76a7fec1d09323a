import { writeFileSync } from 'node:fs';
import { createServer as createHttp, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuthority, selfSigned, type TestCertificate } from '../../../fixtures/certificates';
import { startDialectServer } from '../../../fixtures/dialect-server';
import { wireDialects } from '../../../fixtures/dialects';
import { modelsWith, SECRET_KEY, serveDialect } from '../../../fixtures/models';
import { startProxyServer } from '../../../fixtures/proxy-server';
import { temporaryFolder } from '../../../fixtures/temporary';
import type { ConnectionTest, ModelProvider, NetworkSettings } from '../../shared/settings';
import type { Models } from '.';

const chat = wireDialects.find(({ kind }) => kind === 'openai-compatible') as (typeof wireDialects)[number];

function at(baseUrl: string, changes: Partial<ModelProvider> = {}): ModelProvider {
  return { id: 'p', kind: 'openai-compatible', name: 'P', baseUrl, models: [], ...changes };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const serve = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listen(createHttp(listener))}/v1`;

async function test(
  models: Models,
  provider: ModelProvider,
  model = 'm',
  key: string | undefined = SECRET_KEY,
) {
  const result = await models.testConnection({ provider, model, ...(key && { key }) });
  expect(JSON.stringify(result)).not.toContain(SECRET_KEY);
  return brief(result);
}

function brief(result: ConnectionTest) {
  return result.ok ? 'ok' : `${result.problem}: ${result.reason}`;
}

describe('testing a connection names what is wrong (S25)', () => {
  it('nothing', async () => {
    const { models, provider, server } = await serveDialect(chat);
    const result = await models.testConnection({ provider, model: 'm' });
    expect(result).toEqual({ ok: true, ms: expect.any(Number) });
    expect(server.requests[0]?.body).toMatchObject({ model: 'm', max_tokens: 16 });
    server.script({ text: 'a long answer', finish: 'length' });
    expect(await test(models, provider)).toBe('ok');
    expect(brief(await models.testConnection({ provider }))).toBe('ok');
  });

  it.each([
    ['key', 'key: key'],
    ['model', 'model: model'],
    ['spent', 'quota: spent'],
    ['rate', 'quota: rate'],
    ['down', 'server: server'],
  ] as const)('a refusal about %s → %s', async (about, expected) => {
    const { models, provider, server } = await serveDialect(chat);
    server.script({ about });
    expect(await test(models, provider)).toBe(expected);
    // A test is one request: nobody waits for repetitions.
    expect(server.requests).toHaveLength(1);
  });

  it('a key that is missing', async () => {
    expect(await test(modelsWith(), at('https://models.invalid/v1'), 'm', '')).toBe('key: key');
  });

  it('the address', async () => {
    const models = modelsWith();
    const page: RequestListener = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    expect(await test(models, at(await serve(page)))).toBe('address: not_an_api');
    const gone: RequestListener = (_, response) => response.writeHead(404).end('<html>404 Not Found</html>');
    expect(await test(models, at(await serve(gone)))).toBe('address: not_an_api');
    const moved: RequestListener = (_, response) =>
      response.writeHead(307, { location: 'https://elsewhere.invalid/v1?x=1' }).end();
    expect(await test(models, at(await serve(moved)))).toBe('address: redirect');
    expect(await test(models, at('http://127.0.0.1:2/v1'))).toBe('address: refused');
    expect(await test(models, at('http://models.invalid/v1'))).toBe('address: dns');
    const plain = await serve((_, response) => response.end());
    expect(await test(models, at(plain.replace('http:', 'https:')))).toBe('address: not_tls');
    expect(brief(await models.testConnection({ provider: at(await serve(page)) }))).toBe(
      'address: not_an_api',
    );
  });

  it('the proxy', async () => {
    const { provider } = await serveDialect(chat);
    const named = at(provider.baseUrl.replace('127.0.0.1', 'models.test'));
    const through = (url: string) => {
      const settings: NetworkSettings = {
        proxy: { mode: 'manual', url, bypass: [] },
        systemCertificates: true,
      };
      return modelsWith({ network: { settings: () => settings } });
    };
    const open = await startProxyServer();
    const closed = await startProxyServer({ user: 'a:b' });
    onTestFinished(async () => void (await Promise.all([open.close(), closed.close()])));
    expect(await test(through(open.url), named)).toBe('ok');
    expect(open.seen[0]).toContain('http://models.test');
    expect(await test(through(closed.url), named)).toBe('proxy: proxy_auth');
    expect(await test(through(closed.url), at('https://models.test/v1'))).toBe('proxy: proxy_auth');
    expect(await test(through('http://127.0.0.1:2'), named)).toBe('proxy: refused');
  });

  it('the certificate, and it works with the authority known', async () => {
    const authority = createAuthority();
    const file = join(temporaryFolder(), 'school-ca.pem');
    writeFileSync(file, authority.cert);
    const front = async (certificate: TestCertificate) => {
      const server = await startDialectServer(chat, certificate);
      onTestFinished(() => server.close());
      return at(server.baseUrl);
    };
    const knowing = modelsWith({ env: { NODE_EXTRA_CA_CERTS: file } });
    const good = await front(authority.issue(['localhost']));
    expect(await test(knowing, good)).toBe('ok');
    expect(await test(modelsWith(), good)).toBe('certificate: unknown_issuer');
    expect(await test(knowing, await front(selfSigned('localhost')))).toBe('certificate: self_signed');
    const old = authority.issue(['localhost'], { notAfter: new Date(Date.now() - 86_400_000) });
    expect(await test(knowing, await front(old))).toBe('certificate: expired');
    expect(await test(knowing, await front(authority.issue(['other.test'])))).toBe('certificate: wrong_host');
  });

  it('can be stopped', async () => {
    const provider = at(await serve(() => undefined));
    const signal = AbortSignal.timeout(100);
    await expect(modelsWith().testConnection({ provider, model: 'm', signal })).rejects.toMatchObject({
      code: 'stopped',
    });
    await expect(modelsWith().testConnection({ provider, signal })).rejects.toMatchObject({
      code: 'stopped',
    });
  });

  it('a service that does not answer in this country', async () => {
    const region: RequestListener = (_, response) => {
      const error = {
        code: 'unsupported_country_region_territory',
        message: 'Country, region, or territory not supported',
      };
      response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    };
    expect(await test(modelsWith(), at(await serve(region)))).toBe('network: region');
  });
});

describe('a key is only ever sent where it belongs (ATTACKS 21)', () => {
  it.each(wireDialects.map((dialect) => [dialect.kind, dialect] as const))(
    '%s: not along a redirect',
    async (_, dialect) => {
      const seen: string[] = [];
      const thief = await serve((request, response) => {
        seen.push(JSON.stringify(request.headers));
        response.end('{}');
      });
      for (const status of [301, 302, 303, 307, 308]) {
        const base = await serve((_, response) => response.writeHead(status, { location: thief }).end());
        const provider = at(base, { kind: dialect.kind });
        expect(await test(modelsWith(), provider)).toBe('address: redirect');
        await expect(modelsWith().fetchModelIds({ provider, key: SECRET_KEY })).rejects.toMatchObject({
          code: 'model_unreachable',
        });
      }
      expect(seen).toEqual([]);
    },
  );

  it('a service that repeats the key in its refusal is not quoted with it', async () => {
    const echo: RequestListener = (request, response) => {
      const error = { message: `bad header ${request.headers.authorization}` };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    };
    expect(await test(modelsWith(), at(await serve(echo)))).toBe('server: server');
  });
});
