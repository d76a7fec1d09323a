import { describe, expect, test } from 'vitest';
import { type Asked, asksOf } from './asks';

const anySite = { hosts: null, env: [] };

test('weighty things come first, the rest in the order of the permissions', () => {
  const permissions = ['agent.tools', 'agent.rules', 'network.http'] as const;
  const asks = asksOf('en', { permissions, network: { hosts: null, env: ['TOKEN'] } });
  expect(asks.map(({ permission }) => permission)).toEqual([
    'network.http',
    null,
    'agent.tools',
    'agent.rules',
  ]);
});

test('without hosts the network is any site and this computer', () => {
  const [ask] = asksOf('en', { permissions: ['network.http'], network: anySite });
  expect(ask).toMatchObject({ title: 'Reach any website and programs on this computer', names: [] });
});

test('hosts narrow it; what a star and a loopback address mean is said where there is one', () => {
  const of = (hosts: string[]) =>
    asksOf('en', { permissions: ['network.http'], network: { hosts, env: [] } })[0];
  expect(of(['example.org', 'example.org'])).toMatchObject({
    title: 'Reach only these addresses',
    names: ['example.org'],
  });
  expect(of(['example.org'])?.detail).not.toMatch(/“\*\.”|127/);
  expect(of(['*.example.org'])?.detail).toContain('“*.” stands for every name below.');
  for (const host of ['127.0.0.1:8080', '[::1]']) expect(of([host])?.detail).toContain('on this computer');
});

test('hosts without the permission say nothing, and environment variables need none', () => {
  expect(asksOf('zh', { permissions: [], network: { hosts: ['a.example'], env: [] } })).toEqual([]);
  const asks = asksOf('zh', { permissions: [], network: { hosts: null, env: ['HOME_URL', 'TOKEN'] } });
  expect(asks).toMatchObject([{ permission: null, names: ['HOME_URL', 'TOKEN'], weighty: true }]);
});

describe('what an update asks for beyond what somebody agreed to (M8)', () => {
  const fetches = (hosts: string[] | null, env: string[] = []) => ({
    permissions: ['network.http', 'agent.tools'] as const,
    network: { hosts, env },
  });
  const marked = (now: Asked, agreed: Asked | null) =>
    asksOf('en', now, agreed)
      .filter(({ isNew }) => isNew)
      .map(({ permission, newNames }) => [permission, newNames]);

  test.each<[string, Asked, Asked | null, unknown]>([
    ['nothing to compare with', fetches(null, ['TOKEN']), null, []],
    ['the same', fetches(['a.example'], ['TOKEN']), fetches(['a.example'], ['TOKEN']), []],
    [
      'a host more',
      fetches(['a.example', 'b.example']),
      fetches(['a.example']),
      [['network.http', ['b.example']]],
    ],
    ['any host instead of some', fetches(null), fetches(['a.example']), [['network.http', []]]],
    ['some hosts instead of any', fetches(['a.example']), fetches(null), []],
    ['a variable more', fetches(null, ['A', 'B']), fetches(null, ['A']), [[null, ['B']]]],
    [
      'a permission more',
      fetches(['a.example']),
      { permissions: ['agent.tools'], network: { hosts: null, env: [] } },
      [['network.http', []]],
    ],
  ])('%s', (_, now, agreed, expected) => {
    expect(marked(now, agreed)).toEqual(expected);
  });
});
