import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { install, send, startEngine } from '../fixtures/engine';
import { buildZip } from '../fixtures/zip';

it('the example of docs/plugin-authors.md, copied literally, installs and works', async () => {
  const page = readFileSync(new URL('../docs/plugin-authors.md', import.meta.url), 'utf8');
  const block = (start: string) => page.split('```').find((text) => text.includes(start)) ?? '';
  const files = {
    'secagent-plugin.json': block('"apiVersion": 1').replace(/^json/, ''),
    'main.mjs': block('export function activate(api)').replace(/^js/, ''),
    'skills/lending/SKILL.md': block('name: lending').trimStart(),
  };
  const engine = startEngine();
  const plugin = await install(
    engine,
    buildZip(Object.entries(files).map(([name, data]) => ({ name, data }))),
  );
  expect(plugin).toMatchObject({
    state: 'ready',
    error: null,
    diagnostics: [],
    skills: [{ name: 'library/lending' }],
  });
  await engine.hosts.callTool('library__lend', { who: '小红', title: '海蒂' });
  expect((await send(engine, '谁借了《海蒂》？')).reply).toBe('小红 借走了。');
});

it('every piece of JavaScript on that page can be read', () => {
  const page = readFileSync(new URL('../docs/plugin-authors.md', import.meta.url), 'utf8');
  const pieces = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  expect(pieces.length).toBeGreaterThan(8);
  for (const code of pieces) {
    // What exports is a module and was loaded above.
    if (!code.includes('export ')) expect(() => new Script(`async () => {${code}}`)).not.toThrow();
  }
});
