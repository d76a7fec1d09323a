import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { runCommand } from '../../../fixtures/command-line';
import { temporaryFolder } from '../../../fixtures/temporary';

/** Which of the big libraries a run of the built command loaded, told by what only their code contains. */
async function loadedBy(args: readonly string[]): Promise<string[]> {
  const home = temporaryFolder();
  const log = join(home, 'loaded.txt');
  writeFileSync(log, '');
  const hook = join(home, 'hook.mjs');
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
     import { appendFileSync } from 'node:fs';
     registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(log)}, url + '\\n'); return next(url, context); } });`,
  );
  const { code } = await runCommand(args, { home, nodeArguments: ['--import', pathToFileURL(hook).href] });
  expect(code).toBe(0);
  const files = readFileSync(log, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:') && url !== pathToFileURL(hook).href);
  const text = files.map((url) => readFileSync(new URL(url), 'utf8')).join('\n');
  const marks = {
    sdk: 'AI_NoOutputGeneratedError',
    provider: 'ai-sdk/openai-compatible/',
    undici: 'undici.error.UND_ERR',
  };
  return Object.entries(marks).flatMap(([name, mark]) => (text.includes(mark) ? [name] : []));
}

it('a command that asks no model loads no model code (DESIGN §1)', async () => {
  expect(await loadedBy(['plugins', 'list', '--json'])).toEqual([]);
});

it('the demo loads the SDK, and neither a provider nor the network', async () => {
  expect(await loadedBy(['run', 'hi', '--model', 'demo', '--tools', 'minimal'])).not.toContain('undici');
});
