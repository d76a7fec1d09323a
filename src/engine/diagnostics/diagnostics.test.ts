import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, send, startEngine } from '../../../fixtures/engine';
import { startProxyServer } from '../../../fixtures/proxy-server';
import { temporaryFolder } from '../../../fixtures/temporary';
import { nativePackage } from '../../../fixtures/zip';
import { examine } from '..';
import { redact } from './redact';

describe('security/21-redaction', () => {
  it.each([
    ['proxy http://pupil:p%40ss@proxy:8080 used', 'proxy http://[removed]@proxy:8080 used'],
    ['Authorization: Bearer abcdefgh12345', 'Authorization: Bearer [removed]'],
    ['{"apiKey":"letmein","name":"x"}', '{"apiKey":"[removed]","name":"x"}'],
    ['token=abc123&page=2', 'token=[removed]&page=2'],
    ['failed for sk-proj-abcdefgh12345678.', 'failed for [removed].'],
    ['key AIzaSyD1234567890abcdefghijklm', 'key [removed]'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc', 'jwt [removed]'],
    ['opaque 0123456789abcdefghijklmnopqrstuvwxyz', 'opaque [removed]'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', '[removed]'],
    ['known hunter2 here', 'known [removed] here'],
    ['in /home/lehrerin/x', 'in ~/x'],
  ])('%j', (text, expected) => {
    expect(redact(text, ['hunter2'], '/home/lehrerin')).toBe(expected);
  });

  it('leaves what helps: digests, ids, versions, addresses, sentences', () => {
    const text = [
      'a'.repeat(40).replace(/^a/, '1'),
      'ab12'.repeat(16),
      '0b8cf0f5-6a0e-4d0b-9a1c-6f2b8e0c1d2e',
      'SecAgent 0.1.0, Node 26.10.0, https://api.deepseek.com/v1 answers with 401 model_key_rejected',
    ].join('\n');
    expect(redact(text, [], '/home/lehrerin')).toBe(text);
  });
});

it('the diagnostics file helps and holds no key, message or home path (X6, ATTACKS 21)', async () => {
  const home = temporaryFolder();
  const key = 'school-key-without-any-shape';
  const env = { DEEPSEEK_API_KEY: key };
  const engine = startEngine({ home, env, secrets: { get: async () => 'kept-in-keychain' } });
  const main = `export function activate(api) {
    console.log('using token=very-secret-1 and ${key}');
    api.registerRule('all', /./, () => ({ kind: 'reply', message: 'ok' }));
  }`;
  await install(engine, nativePackage({ manifest: { permissions: ['agent.rules'] }, main }));
  await send(engine, 'a very private question');
  engine.settings.update((all) => {
    all.models.providers = [
      { id: 'p', kind: 'deepseek', name: 'P', baseUrl: 'https://models.invalid', models: [] },
    ];
  });
  mkdirSync(dirname(engine.directories.engineLog), { recursive: true });
  writeFileSync(
    engine.directories.engineLog,
    `at ${homedir()}/x: kept-in-keychain\nlast line of the engine\n`,
  );
  await expect.poll(() => engine.diagnostics(), { timeout: 5000 }).toContain('using token=[removed]');
  const text = await engine.diagnostics();
  for (const part of [
    'SecAgent',
    'Node 26',
    'sample 1.0.0: ready',
    'plugin.installed',
    'last line of the engine',
    '"providers"',
    'database',
  ]) {
    expect(text).toContain(part);
  }
  for (const secret of [
    key,
    'kept-in-keychain',
    'very-secret',
    'private question',
    ...(homedir().length > 2 ? [`${homedir()}/`] : []),
  ]) {
    expect(text).not.toContain(secret);
  }
  const file = join(home, 'diagnostics.txt');
  await engine.writeDiagnostics(file);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

describe('secagent doctor', () => {
  it('passes on a fresh computer and makes no database', async () => {
    const home = temporaryFolder();
    const checks = await examine({ home, env: {} });
    expect(checks.map(({ name, status }) => [name, status])).toEqual(
      ['node', 'data_folder', 'database', 'settings', 'managed_settings', 'proxy', 'model'].map((name) => [
        name,
        'ok',
      ]),
    );
    expect(checks.at(-1)?.message).toBe('built-in demo');
  });

  it('names what is broken, each for itself', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'config'));
    mkdirSync(join(home, 'data'));
    writeFileSync(join(home, 'config', 'settings.json'), '{');
    writeFileSync(join(home, 'data', 'secagent.db'), 'no database '.repeat(500));
    const proxy = await startProxyServer({ user: 'a:b' });
    const env = {
      SECAGENT_BASE_URL: 'http://models.school.test:8099/v1',
      SECAGENT_MODEL: 'm',
      HTTP_PROXY: proxy.url,
    };
    const checks = await examine({ home, env });
    await proxy.close();
    const failed = Object.fromEntries(
      checks.filter(({ status }) => status === 'error').map(({ name, message }) => [name, message]),
    );
    expect(failed).toMatchObject({
      database: expect.stringContaining("can't be read"),
      settings: expect.stringContaining('no JSON'),
      proxy: expect.stringContaining('127.0.0.1'),
      model: expect.stringContaining('user name and password'),
    });
    expect(readFileSync(join(home, 'data', 'secagent.db'), 'utf8')).toContain('no database');
  });
});
