import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { commandEntry } from '../../fixtures/command-line';
import { temporaryFolder } from '../../fixtures/temporary';

it('ends quietly when nobody reads what it prints, as behind `| head`', async () => {
  const home = temporaryFolder();
  const child = spawn(process.execPath, [commandEntry, 'models', 'list'], {
    env: { SECAGENT_HOME: home, HOME: home, LANG: 'C.UTF-8' },
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
