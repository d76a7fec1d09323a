import { describe, expect, it } from 'vitest';
import { install, startEngine } from '../../../fixtures/engine';
import { roster } from '../../../fixtures/roster';
import { offeredName } from './tool-names';

describe('permissions (S3)', () => {
  it.each([
    [
      'agent.tools',
      "api.registerTool({ name: 'x', description: 'x', inputSchema: { type: 'object' } }, () => 1)",
    ],
    ['agent.skills', "api.registerSkill('skills/roster')"],
    ['agent.prompts', "api.registerPrompt('x', 'y')"],
    ['agent.rules', "api.registerRule('x', /x/, () => ({ kind: 'reply', message: 'x' }))"],
    ['network.http', "await api.fetch('https://example.com/')"],
  ])('without %s the call fails and names it', async (permission, call) => {
    const engine = startEngine();
    const all = ['agent.tools', 'agent.skills', 'agent.prompts', 'agent.rules', 'network.http'];
    const main = `export async function activate(api) { ${call}; }`;
    const plugin = await install(
      engine,
      roster({ permissions: all.filter((other) => other !== permission), main }),
    );
    expect(plugin.state).toBe('disabled');
    expect(plugin.error?.message).toContain(permission);
  });
});

describe('names offered to a model (S9)', () => {
  it('fit, are stable, and never collide', () => {
    expect(offeredName('library__lend')).toBe('library__lend');
    const long = [
      `${'a'.repeat(70)}1`,
      `${'a'.repeat(70)}2`,
      'mcp__服务器__工具',
      'mcp__服务器__工具二',
      'a.b',
      'a b',
    ];
    const names = long.map(offeredName);
    expect(new Set(names).size).toBe(long.length);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(offeredName('a.b')).toBe(offeredName('a.b'));
  });
});
