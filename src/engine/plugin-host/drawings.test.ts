import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary';
import { evalTool, startPlugin } from '../../../fixtures/test-plugins';

interface Saved {
  path: string;
  relativePath: string;
  bytes: number;
  previewOpened: boolean;
}

test('openSvgPreview saves in the folder of the session that calls, 9 MB of either alphabet (S21)', async () => {
  const { hosts } = await startPlugin(`
    api.registerTool({ name: 'draw', description: '', inputSchema: {} }, ({ letter }) =>
      api.openSvgPreview({ svg: '<svg>' + letter.repeat(9_000_000 / new TextEncoder().encode(letter).length) + '</svg>', title: '画', fileName: letter + '.svg', openPreview: false }));`);
  const workspace = temporaryFolder();
  for (const letter of ['a', '字']) {
    const saved = (await hosts.callTool('p__draw', { letter }, undefined, workspace)) as Saved;
    expect(saved).toMatchObject({ bytes: 9_000_011, previewOpened: false });
    expect(saved.path).toBe(join(workspace, saved.relativePath));
    const text = readFileSync(saved.path, 'utf8');
    expect(text.startsWith(`<svg>${letter}`) && text.endsWith(`${letter}</svg>`)).toBe(true);
  }
});

test('what is wrong with a drawing is said at the call, with a code', async () => {
  const { hosts } = await startPlugin(evalTool);
  const refusal = (code: string) =>
    hosts.callTool('p__run', {
      code: `return api.openSvgPreview(${code}).then(() => 'saved', (error) => [error.code, error instanceof Error])`,
    });
  expect(await refusal('')).toEqual(['invalid_argument', true]);
  expect(await refusal('{ svg: 5 }')).toEqual(['invalid_argument', true]);
  expect(await refusal("{ svg: '<html/>' }")).toEqual(['invalid_argument', true]);
  expect(await refusal("{ svg: '<svg/>', fileName: '../x' }")).toEqual(['invalid_argument', true]);
  expect(await refusal("{ svg: '<svg/>', title: 'x'.repeat(300) }")).toEqual(['quota_exceeded', true]);
  expect(await refusal("{ svg: '<svg>' + 'a'.repeat(21 * 1024 * 1024) }")).toEqual(['quota_exceeded', true]);
  const without = await startPlugin(evalTool, { permissions: ['agent.tools'] });
  expect(
    await without.hosts.callTool('p__run', {
      code: "return api.openSvgPreview({ svg: '<svg/>' }).catch((error) => [error.code, error.details.permission])",
    }),
  ).toEqual(['permission_missing', 'agent.preview']);
});

test('a drawing never lands in another chat’s folder', async () => {
  const { hosts } = await startPlugin(`
    api.registerTool({ name: 'draw', description: '', inputSchema: {} }, async () => {
      await globalThis.both;
      return api.openSvgPreview({ svg: '<svg/>', fileName: 'x' }).then(({ path }) => path, (error) => error.code);
    });
    api.registerTool({ name: 'wait', description: '', inputSchema: {} }, () => new Promise((done) => { globalThis.go = done; }));
    api.registerTool({ name: 'go', description: '', inputSchema: {} }, () => globalThis.go());`);
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const waiting = hosts.callTool('p__wait', {}, undefined, other);
  expect(await hosts.callTool('p__draw', {}, undefined, one)).toBe('preview_failed');
  await hosts.callTool('p__go', {});
  await waiting;
  expect(await hosts.callTool('p__draw', {}, undefined, one)).toContain(one);
});
