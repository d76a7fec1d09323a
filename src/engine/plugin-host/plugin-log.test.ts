import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary';
import { PluginLog } from './plugin-log';

test('security/20-log: control characters of a plugin reach neither the window nor the file', async () => {
  const directory = temporaryFolder();
  const log = new PluginLog(directory, 'p');
  log.fromPlugin(
    'info',
    '\u001b[31mred\u001b[0m \u009b2J one\rtwo\r\nthree\u0000\u007f\tend 图书',
    Date.now(),
  );
  await log.flush();
  const shown = '␛[31mred␛[0m \ufffd2J one␍two\nthree␀␡\tend 图书';
  expect(log.after(0).map(({ text }) => text)).toEqual([shown]);
  const file = readFileSync(join(directory, 'p.log'), 'utf8');
  expect(file).toMatch(/^[-\d]+T[\d:.]+Z info ␛\[31mred/);
  expect(file).toContain('␍two\n    three');
});

test('a time that a plugin made up is not the time of its line', () => {
  const log = new PluginLog(temporaryFolder(), 'p');
  const now = Date.now();
  for (const at of [8.64e15, 0, -1, 1.5, Number.NaN, 1e300]) log.fromPlugin('info', 'x', at);
  for (const { at } of log.after(0)) expect(Math.abs(at - now)).toBeLessThan(60_000);
  log.fromPlugin('info', 'x', now - 500);
  expect(log.after(0).at(-1)?.at).toBe(now - 500);
});
