import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createAuthority } from '../../../fixtures/certificates';
import { runJson } from '../../../fixtures/command-line';
import { startDialectServer } from '../../../fixtures/dialect-server';
import { wireDialects } from '../../../fixtures/dialects';
import { send, startEngine } from '../../../fixtures/engine';
import { SECRET_KEY } from '../../../fixtures/models';
import { startProxyServer } from '../../../fixtures/proxy-server';
import { temporaryFolder } from '../../../fixtures/temporary';
import type { NetworkSettings, ProviderKind } from '../../shared/settings';

/** A school's network: a proxy, and a certificate authority only this school's computers know. */
async function school(kind: ProviderKind, hostname: string) {
  const dialect = wireDialects.find((candidate) => candidate.kind === kind) as (typeof wireDialects)[number];
  const authority = createAuthority();
  const server = await startDialectServer(dialect, authority.issue([hostname]));
  const proxy = await startProxyServer({ user: 'pupil:p@ss word' });
  onTestFinished(async () => void (await Promise.all([server.close(), proxy.close()])));
  const folder = temporaryFolder();
  const authorities = join(folder, 'school.pem');
  writeFileSync(authorities, authority.cert);
  const { port } = new URL(server.baseUrl);
  const baseUrl = `https://${hostname}:${port}${dialect.basePath}`;
  const provider = { id: 'school', kind, name: 'School', baseUrl, models: [{ id: dialect.model }] };
  return { server, proxy, authorities, folder, provider, host: `${hostname}:${port}` };
}

it('models work through the proxy of the settings and a private authority (X5)', async () => {
  // Anthropic's own name: it takes system messages where they stand, with its header.
  const { server, proxy, authorities, provider, host } = await school('anthropic', 'api.anthropic.com');
  const engine = startEngine({
    env: { NODE_EXTRA_CA_CERTS: authorities },
    secrets: {
      get: async (origin) =>
        origin === proxy.url ? 'pupil:p@ss word' : origin === `https://${host}` ? SECRET_KEY : null,
    },
  });
  engine.settings.update((settings) => {
    settings.models = { providers: [provider], default: `school:${provider.models[0]?.id}`, title: null };
    const manual: NetworkSettings['proxy'] = { mode: 'manual', url: proxy.url, bypass: [] };
    settings.network = { proxy: manual, systemCertificates: true };
  });
  const session = engine.sessions.create();
  const skill = { kind: 'skill' as const, name: 's', path: 'p', pattern: '', matched: '', text: 'A skill.' };
  engine.sessions.save(session.id, { id: '1', turnId: '0', createdAt: 1, kind: 'user', text: 'before' });
  engine.sessions.save(session.id, { id: '2', turnId: '0', createdAt: 1, ...skill });
  server.script({ text: 'through' });
  expect(await send(engine, 'hello', session.id)).toMatchObject({ status: 'done', reply: 'through' });
  expect(proxy.seen).toEqual([`CONNECT ${host}`]);
  const { body, headers } = server.requests[0] ?? {};
  expect(headers?.['anthropic-beta']).toContain('mid-conversation-system');
  expect(headers?.['proxy-authorization']).toBeUndefined();
  expect(headers?.['x-api-key']).toBe(SECRET_KEY);
  expect(body.messages.map((message: { role: string }) => message.role)).toEqual(['user', 'system', 'user']);
});

it('the command works with the proxy of the environment and the system’s authorities (X5)', async () => {
  const { server, proxy, authorities, folder, provider } = await school(
    'openai-compatible',
    'models.school.test',
  );
  const env = {
    SECAGENT_BASE_URL: provider.baseUrl,
    SECAGENT_MODEL: 'm',
    SECAGENT_API_KEY: SECRET_KEY,
    HTTPS_PROXY: proxy.url.replace('http://', 'http://pupil:p%40ss%20word@'),
    // On Linux this is how a system says which authorities it knows.
    ...(process.platform === 'linux' ? { SSL_CERT_FILE: authorities } : { NODE_EXTRA_CA_CERTS: authorities }),
  };
  server.script({ text: 'through' });
  const { value } = await runJson(['run', 'hello'], { home: folder, env });
  expect(value).toMatchObject({ ok: true, reply: 'through' });
  expect(proxy.seen[0]).toMatch(/^CONNECT models\.school\.test:/);
  const refused = await runJson(['run', 'hello'], {
    home: folder,
    env: { ...env, HTTPS_PROXY: proxy.url },
  });
  expect(refused.value).toMatchObject({
    ok: false,
    error: { code: 'model_unreachable', details: { reason: 'proxy_auth' } },
  });
  // ATTACKS 21: neither key nor password stays anywhere.
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toMatch(/sk-very|p@ss|p%40ss/);
  }
  expect(JSON.stringify(refused)).not.toMatch(/sk-very|p@ss|p%40ss/);
});
