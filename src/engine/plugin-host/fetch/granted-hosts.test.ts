import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { evalTool, startPlugin } from '../../../../fixtures/test-plugins';
import { isGrantedHost } from './granted-hosts';

test.each<[string, string, boolean]>([
  ['example.org', 'https://example.org/x', true],
  ['example.org', 'http://EXAMPLE.org:8080/', true],
  ['example.org', 'https://example.org./', true],
  ['example.org', 'https://www.example.org/', false],
  ['example.org', 'https://example.org.evil.com/', false],
  ['example.org', 'https://evil.com/example.org', false],
  ['example.org', 'https://notexample.org/', false],
  ['*.example.org', 'https://a.b.example.org/', true],
  ['*.example.org', 'https://example.org/', false],
  ['*.example.org', 'https://evilexample.org/', false],
  ['example.org:443', 'https://example.org/', true],
  ['example.org:443', 'http://example.org/', false],
  ['127.0.0.1:3910', 'http://127.0.0.1:3910/api', true],
  ['127.0.0.1:3910', 'http://127.1:3910/api', true],
  ['127.0.0.1:3910', 'http://127.0.0.1:3911/api', false],
  ['127.1', 'http://127.0.0.1/', true],
  ['[::1]:80', 'http://[0:0:0:0:0:0:0:1]/', true],
  ['[::1]', 'http://[::2]/', false],
])('%s and %s: %s', (granted, url, expected) => {
  expect(isGrantedHost(new URL(url), [granted])).toBe(expected);
});

test('security/11-hosts: a manifest’s hosts are the only ones reached, on every hop (X1)', async () => {
  const reached: string[] = [];
  const serve = async (location?: () => string) => {
    const server = createServer((request, response) => {
      reached.push(request.url ?? '');
      if (location) response.writeHead(302, { location: location() }).end();
      else response.end('there');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close().closeAllConnections());
    return (server.address() as AddressInfo).port;
  };
  const other = await serve();
  const granted = await serve();
  const redirects = await serve(() => `http://127.0.0.1:${other}/elsewhere`);
  const { hosts } = await startPlugin(evalTool, {
    network: { hosts: [`127.0.0.1:${granted}`, `127.0.0.1:${redirects}`, '*.example.org'], env: [] },
  });
  const get = (port: number) =>
    hosts.callTool('p__run', {
      code: `return fetch('http://127.0.0.1:${port}/').then((answer) => answer.text(), (error) => error.code + ' ' + error.message)`,
    });
  expect(await get(granted)).toBe('there');
  expect(await get(other)).toContain(`fetch_refused 127.0.0.1:${other} is not among the hosts`);
  expect(await get(redirects)).toContain('fetch_refused');
  expect(reached).toEqual(['/', '/']);
});
