import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand, runJson } from '../../fixtures/command-line';
import { startProxyServer } from '../../fixtures/proxy-server';
import { temporaryFolder } from '../../fixtures/temporary';

it('doctor: every check passes on a computer where everything works', async () => {
  const home = temporaryFolder();
  const { code, value } = await runJson(['doctor'], { home });
  expect({ code, value }).toMatchObject({ code: 0, value: { ok: true, checks: expect.any(Array) } });
  for (const check of value.checks) {
    expect(check).toEqual({ name: expect.any(String), status: 'ok', message: expect.any(String) });
  }
  expect((await runCommand(['doctor'], { home })).stdout).toContain('✓ model: built-in demo');
});

it('doctor: a failed check fails the command, names itself, and the others are still there', async () => {
  const home = temporaryFolder();
  const proxy = await startProxyServer({ user: 'pupil:word' });
  onTestFinished(() => proxy.close());
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config', 'settings.json'), '{"network":{"proxy":{"mode":"magic"}}}');
  const env = {
    SECAGENT_BASE_URL: 'https://models.school.test:8443/v1',
    SECAGENT_MODEL: 'm',
    SECAGENT_API_KEY: 'sk-very-secret-key',
    HTTPS_PROXY: proxy.url,
  };
  const { code, value, stdout } = await runJson(['doctor'], { home, env });
  expect({ code, value }).toMatchObject({
    code: 1,
    value: {
      ok: false,
      error: { code: 'check_failed', details: { failed: ['proxy', 'model'] } },
      checks: expect.arrayContaining([
        { name: 'settings', status: 'warning', message: expect.stringContaining('network.proxy.mode') },
        { name: 'proxy', status: 'error', message: `system: ${proxy.url}` },
        { name: 'model', status: 'error', message: expect.stringContaining('user name and password') },
      ]),
    },
  });
  expect(stdout).not.toContain('very-secret');
});

it('models list and test', async () => {
  const home = temporaryFolder();
  const { value } = await runJson(['models', 'list'], { home });
  expect(value).toMatchObject({ ok: true, models: expect.any(Array), checks: expect.any(Array) });
  expect(value.models.find(({ id }: { id: string }) => id === 'demo')).toMatchObject({ current: true });
  expect((await runJson(['models', 'test'], { home })).value.checks).toEqual([
    { name: 'demo', status: 'ok', message: 'built-in demo' },
  ]);
  const gone = await runJson(['models', 'test', '--base-url', 'http://127.0.0.1:2/v1', '--model', 'm'], {
    home,
  });
  expect(gone).toMatchObject({
    code: 1,
    value: { ok: false, checks: [{ name: 'openai-compatible:m', status: 'error' }] },
  });
});
