import { expect, test } from 'vitest';
import { evalTool, startPlugin, startPlugins } from '../../../fixtures/test-plugins';

const keys = ['__proto__', 'constructor', 'prototype'];

test('security/1-prototype-keys: refused in arguments, results, schemas, configuration and status, on every side', async () => {
  const { hosts, configs } = await startPlugin(evalTool);
  const run = (code: string) => hosts.callTool('p__run', { code });
  for (const key of keys) {
    const value = `JSON.parse('{"a":[{"${key}":{"polluted":1}}]}')`;
    await expect(
      hosts.callTool('p__run', JSON.parse(`{"code":"","x":{"${key}":{"polluted":1}}}`)),
    ).rejects.toMatchObject({ code: 'tool_arguments_invalid' });
    await expect(run(`return ${value}`)).rejects.toMatchObject({
      code: 'tool_result_invalid',
      message: expect.stringContaining(key),
    });
    await expect(run(`return api.setConfig(${value})`)).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(
      run(
        `api.registerTool({ name: 'x', description: '', inputSchema: { type: 'object', properties: ${value}.a[0] } }, () => 1)`,
      ),
    ).rejects.toMatchObject({ code: 'invalid_argument' });
    // Past the prelude's check: the process looks again.
    await expect(run(`RegExp.prototype.test = () => false; return ${value}`)).rejects.toMatchObject({
      code: expect.stringMatching(/tool_result_invalid|invalid_argument/),
    });
  }
  expect(configs.size).toBe(0);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(await run('return [{}.polluted === undefined, hosts = 1].length')).toBe(2);
});

test('security/1-prototype-keys: stored configuration and names that look like them', async () => {
  const { hosts } = await startPlugins(
    [{ main: `export function activate(api) { ${evalTool} }` }],
    {},
    new Map([['p', JSON.parse('{"ok":1}')]]),
  );
  const tools = await hosts.callTool('p__run', {
    code: `const out = []; for (const name of ['toString', '__proto__', 'constructor', 'hasownproperty'])
      try { api.registerPrompt(name, 'x'); out.push(name) } catch (error) { out.push(error.code) } return out`,
  });
  expect(tools).toEqual(['invalid_argument', 'invalid_argument', 'constructor', 'hasownproperty']);
  for (const key of ['p____proto__', 'p__constructor', 'p__toString', '__proto____x', 'constructor__x']) {
    await expect(hosts.callTool(key, {})).rejects.toMatchObject({ code: 'tool_unknown' });
  }
});
