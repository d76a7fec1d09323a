import { expect, test } from 'vitest';
import type { McpServerComponent, McpTransport, PackageComponent } from '../components';
import { commandLine, contentsOf, shownTransport } from './contents';

const reason = { code: 'x', message: 'x', clause: 'x' };
const skill = (name: string, status: 'ok' | 'skipped'): PackageComponent => ({
  kind: 'skill',
  name,
  status,
  reasons: status === 'ok' ? [] : [reason],
  folder: `skills/${name}`,
  description: '',
});
const server = (name: string, transport: McpTransport | null): McpServerComponent => ({
  kind: 'mcp-server',
  name,
  status: transport ? 'ok' : 'skipped',
  reasons: transport ? [] : [reason],
  transport,
});
const program: McpTransport = { type: 'stdio', command: 'node', args: [], env: {}, cwd: null };

test('programs, servers on the network, skills and what is skipped are told apart', () => {
  const remote: McpTransport = { type: 'sse', url: 'https://a.example', headers: {} };
  const contents = contentsOf([
    skill('good', 'ok'),
    skill('bad', 'skipped'),
    server('local', program),
    server('far', remote),
    server('broken', null),
  ]);
  const names = Object.entries(contents).map(([part, list]) => [
    part,
    list.map(({ name }: { name: string }) => name),
  ]);
  expect(Object.fromEntries(names)).toEqual({
    programs: ['local'],
    remotes: ['far'],
    skills: ['good'],
    skipped: ['bad', 'broken'],
  });
});

test('every word of a command stays apart, and nothing in it hides', () => {
  const { command, env, cwd } = shownTransport({
    ...program,
    args: ['-e', 'rm -rf ~', '', 'a\u202eb\n'],
    env: { NODE_OPTIONS: '--require ./x.js' },
    cwd: './data',
  });
  expect(command).toEqual(['node', '-e', 'rm -rf ~', '', 'a\\u{202e}b\\u{a}']);
  expect(commandLine(command ?? [])).toBe('node -e "rm -rf ~" "" "a\\\\u{202e}b\\\\u{a}"');
  expect({ env, cwd }).toEqual({ env: ['NODE_OPTIONS=--require ./x.js'], cwd: './data' });
});

test('a server on the network shows its address and headers', () => {
  const transport: McpTransport = {
    type: 'streamable-http',
    url: 'https://a.example/mcp',
    headers: { 'X-Class': '3b' },
  };
  expect(shownTransport(transport)).toEqual({
    command: null,
    url: 'https://a.example/mcp',
    cwd: null,
    env: [],
    headers: ['X-Class: 3b'],
  });
});
